import type { LocatedPlugin } from '../../core/plugin/index.ts';
import { bisect } from '../bisect/bisect.ts';
import { lineup } from '../bisect/suspects.ts';
import { type TrialSettings, Trials } from '../bisect/trials.ts';
import { resolveSettings } from '../config/resolve.ts';
import { pluginSettings, type Settings } from '../config/settings.ts';
import { type PluginSelection, selectPlugins } from '../loading/index.ts';
import { attempting, expectWorking } from './attempt.ts';
import type { Step } from './step.ts';

/** The site that steps are run on. */
export interface CompatSite {
  readonly settings: Settings;
  readonly selection: PluginSelection;
  /** The login or the id of an administrator. */
  readonly who: string;
  /** Whether plugins that come with the host are suspects too. */
  readonly all: boolean;
  readonly timeout: number;
}

/** The plugins of a selection that can be run. */
export const running = ({ active }: PluginSelection): LocatedPlugin[] =>
  active.filter((plugin) => plugin.broken === undefined);

/** The settings of trials that run steps. */
export const trialsOf = (
  steps: readonly Step[],
  { settings, who, timeout }: CompatSite,
  plugins: readonly LocatedPlugin[],
): TrialSettings => ({
  settings: resolveSettings(settings),
  plugins,
  prepare: attempting(steps, who),
  timeout,
  undone: steps.some(({ writes }) => writes === true),
});

async function using<T>(given: TrialSettings, work: (trials: Trials) => Promise<T>): Promise<T> {
  const trials = new Trials(given);
  try {
    return await work(trials);
  } finally {
    await trials.dispose();
  }
}

/** Whether a step works with other settings. */
const worksWith = async (step: Step, site: CompatSite, settings: Settings): Promise<boolean> => {
  const plugins = running(await selectPlugins(pluginSettings(settings)));
  const { answer } = await using(trialsOf([step], { ...site, settings }, plugins), (trials) => trials.of(plugins));
  return expectWorking.isMet(answer, new Set());
};

/** A sentence that names the cause of a failing step: plugins, or a part of the configuration. */
export async function causeOf(step: Step, site: CompatSite): Promise<string> {
  const { settings, selection } = site;
  const plugins = running(selection);
  const suspected = lineup(plugins, ({ location }) => site.all || !selection.own.has(location));
  const { culprits } = await using(trialsOf([step], site, plugins), (trials) =>
    bisect(trials, suspected, expectWorking),
  );
  if (culprits.length > 0) {
    const named = culprits.map(({ plugin }) => `${plugin.definition.name} (${plugin.location})`).join(', ');
    return `the cause is the plugin ${named}`;
  }
  const { disabled = [], ...others } = pluginSettings(settings);
  for (const name of disabled) {
    const rest = disabled.filter((other) => other !== name);
    if (await worksWith(step, site, { ...settings, plugins: { ...others, disabled: rest } })) {
      return `the cause is that configuration switches off the plugin ${name}`;
    }
  }
  const { hooks, ...plain } = settings;
  for (const name of Object.keys(hooks ?? {})) {
    const { [name]: _, ...rest } = hooks ?? {};
    if (await worksWith(step, site, { ...plain, hooks: rest })) {
      return `the cause is what configuration says of the hook ${name}`;
    }
  }
  return site.all
    ? 'no one plugin is the cause'
    : 'no plugin that was dropped in is the cause; --all suspects the others too';
}
