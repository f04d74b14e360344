import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { Options } from '../options/index.ts';
import { UserStore } from '../users/index.ts';
import { AbilitiesController } from './abilities-controller.ts';
import { CategoriesController } from './categories-controller.ts';
import { abilityHooks } from './hooks.ts';
import { registerOwnAbilities } from './own-abilities.ts';
import { Abilities, createAbilities } from './registry.ts';

export type { Ability, AbilityAnnotations, AbilityArgs, AbilityCategory } from './ability.ts';
export { Abilities } from './registry.ts';

/** Abilities: actions that programs can discover by texts and schemas, and run. */
export default definePlugin({
  name: 'abilities',
  version: '0.1.0',
  description: 'Tells programs what the site can do, with schemas, and does it.',
  group: 'framework',
  // Those of third parties answer what they like.
  cacheable: false,
  after: ['pagination'],
  requires: { options: '^0.1.0', users: '^0.1.0' },
  capabilities: ['options:read', 'routes:*', 'users:read'],
  hooks: abilityHooks,
  setup({ hooks, brand, site, use, provide }) {
    const abilities = createAbilities();
    const services = { site, options: use(Options), users: use(UserStore) };
    provide(Abilities, abilities);
    hooks.action('init').tap({ name: 'abilities', stage: -10 }, () => registerOwnAbilities(abilities, services));
    hooks.action('rest_api_init').tap({ name: 'abilities', stage: RESOURCE_ROUTES }, (server) => {
      const namespace = `${brand.prefixed('abilities')}/v1`;
      new CategoriesController(server, namespace, abilities).registerRoutes();
      new AbilitiesController(server, namespace, abilities, hooks).registerRoutes();
    });
  },
});
