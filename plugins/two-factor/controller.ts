import {
  type EndpointArgument,
  type ItemSchema,
  itemSchema,
  RestController,
  type RestRequest,
  type RestResponse,
  type RestServer,
} from '../../core/index.ts';
import type { Reauthentication, Sessions } from '../sessions/index.ts';
import { type User, type UserStore, userOfRoute } from '../users/index.ts';
import { errors } from './errors.ts';
import { isProven } from './proof.ts';
import type { TwoFactors } from './store.ts';

/** The services that the routes of second factors need. */
export interface TwoFactorParts {
  readonly users: UserStore;
  readonly factors: TwoFactors;
  readonly sessions: Sessions;
  readonly reauthentication: Reauthentication;
  readonly uriOf: (secret: string, user: User) => string;
  /** Whether a role of a user requires a second factor. */
  readonly isRequiredOf: (user: User) => boolean;
}

const PROOF: Readonly<Record<'otp' | 'current_password', EndpointArgument>> = {
  otp: { description: 'A code of the second factor, or a recovery code.', type: 'string', maxLength: 100 },
  current_password: { description: 'The current password of the user.', type: 'string', maxLength: 4096 },
};

/** The routes by which users set up and disable their second factor, and administrators disable that of others. */
export class TwoFactorController extends RestController {
  readonly #parts: TwoFactorParts;

  constructor(server: RestServer, parts: TwoFactorParts) {
    super(server, server.site.brand.namespace, 'users/(?P<user_id>(?:[\\d]+|me))/two-factor');
    this.#parts = parts;
  }

  registerRoutes(): void {
    const { namespace, restBase, publicSchema: schema } = this;
    const isOwn = async (request: RestRequest) =>
      (await this.#userOf(request)).id === request.user.id || errors.rest_cannot_edit_two_factor(request);
    const { otp, current_password } = PROOF;
    this.server.registerRoute(namespace, restBase, {
      0: {
        methods: 'GET',
        callback: async (request) => this.#answer(await this.#status(await this.#userOf(request)), request),
        args: { context: this.contextParam({ default: 'view' }) },
        permission_callback: async (request) =>
          request.user.can('edit_user', await this.#userOf(request)) || errors.rest_cannot_view_two_factor(request),
      },
      1: {
        methods: 'POST',
        callback: (request) => (textOf(request, 'otp') === '' ? this.#begin(request) : this.#confirm(request)),
        args: {
          otp: { ...otp, description: 'The first code, which puts the secret in force; without it, one is made.' },
          current_password: {
            ...current_password,
            description: 'The current password, for a secret that is asked for outside of a session of the last hour.',
          },
        },
        permission_callback: isOwn,
      },
      2: {
        methods: 'DELETE',
        callback: (request) => this.#disable(request),
        args: PROOF,
        permission_callback: async (request) =>
          request.user.can('edit_user', await this.#userOf(request)) || errors.rest_cannot_delete_two_factor(request),
      },
      schema,
    });
    this.server.registerRoute(namespace, `${restBase}/recovery-codes`, {
      0: {
        methods: 'POST',
        callback: (request) => this.#renew(request),
        args: PROOF,
        permission_callback: isOwn,
      },
      schema,
    });
  }

  protected makeItemSchema(): ItemSchema {
    const context = ['view', 'edit'];
    const readonly = true;
    const shownOnce = { context: ['edit'], readonly };
    return itemSchema('two-factor', {
      enabled: { description: 'Whether signing in takes a code.', type: 'boolean', context, readonly },
      required: { description: 'Whether a role of the user requires it.', type: 'boolean', context, readonly },
      recovery_codes_left: {
        description: 'How many recovery codes have not been used.',
        type: 'integer',
        context,
        readonly,
      },
      secret: {
        description: 'The secret in base32, shown only in the answer that made it.',
        type: 'string',
        ...shownOnce,
      },
      uri: { description: 'The secret for authenticator apps, shown with it.', type: 'string', ...shownOnce },
      recovery_codes: {
        description: 'The recovery codes, shown only in the answer that made them.',
        type: 'array',
        items: { type: 'string' },
        ...shownOnce,
      },
    });
  }

  async #begin(request: RestRequest): Promise<RestResponse> {
    const { factors, reauthentication, uriOf } = this.#parts;
    const user = await this.#userOf(request);
    const claimant = await reauthentication.claimant(request);
    const isKnown =
      (await reauthentication.isRecent(claimant)) ||
      (await reauthentication.isPassword(claimant, textOf(request, 'current_password')));
    if (!isKnown) throw errors.two_factor_password_required();
    const secret = await factors.begin(user.id);
    const response = await this.#answer({ ...(await this.#status(user)), secret, uri: uriOf(secret, user) }, request);
    response.status = 201;
    return response;
  }

  async #confirm(request: RestRequest): Promise<RestResponse> {
    const { factors, sessions } = this.#parts;
    const user = await this.#userOf(request);
    const recovery_codes = await factors.confirm(user.id, textOf(request, 'otp'));
    // Sessions that took no code end, but for the one that has just given one.
    const current = await sessions.of(request.context);
    await sessions.end(user.id, ({ id }) => current === undefined || id !== sessions.idOf(current));
    return this.#answer({ ...(await this.#status(user)), recovery_codes }, request);
  }

  async #disable(request: RestRequest): Promise<object> {
    const user = await this.#userOf(request);
    const previous = await this.#status(user);
    if (!previous.enabled) throw errors.two_factor_disabled();
    if (user.id === request.user.id) await this.#expectProof(request);
    if (!(await this.#parts.factors.disable(user.id))) throw errors.two_factor_disabled();
    return { deleted: true, previous };
  }

  async #renew(request: RestRequest): Promise<RestResponse> {
    const user = await this.#userOf(request);
    if (!(await this.#status(user)).enabled) throw errors.two_factor_disabled();
    await this.#expectProof(request);
    const recovery_codes = await this.#parts.factors.renewRecoveryCodes(user.id);
    return this.#answer({ ...(await this.#status(user)), recovery_codes }, request);
  }

  /** Throws where a request brings neither a code nor the password of its user. */
  async #expectProof(request: RestRequest): Promise<void> {
    const proof = { otp: textOf(request, 'otp'), password: textOf(request, 'current_password') };
    const claimant = await this.#parts.reauthentication.claimant(request);
    if (!(await isProven(claimant, proof, this.#parts))) throw errors.two_factor_proof_required();
  }

  async #status(user: User): Promise<{ enabled: boolean; required: boolean; recovery_codes_left: number }> {
    const { enabled, recoveryCodes } = await this.#parts.factors.status(user.id);
    return { enabled, required: this.#parts.isRequiredOf(user), recovery_codes_left: recoveryCodes };
  }

  #answer(data: Record<string, unknown>, request: RestRequest): Promise<RestResponse> {
    if (request.method !== 'GET') request.setParam('context', 'edit');
    return this.answerWith(data, request);
  }

  #userOf(request: RestRequest): Promise<User> {
    return userOfRoute(request, this.#parts.users);
  }
}

const textOf = (request: RestRequest, name: string): string => String(request.getParam(name) ?? '');
