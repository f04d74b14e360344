import { type PluginHost, type RestRequest, serviceToken } from '../../core/index.ts';
import type { Question } from './messages.ts';

/** The members of a service, and whether each is a method or a value. */
function membersOf(service: object): Record<string, 'method' | 'value'> {
  const members: Record<string, 'method' | 'value'> = Object.create(null);
  for (let at: object | null = service; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name === 'constructor' || Object.hasOwn(members, name)) continue;
      const { value } = Object.getOwnPropertyDescriptor(at, name)!;
      members[name] = typeof value === 'function' ? 'method' : 'value';
    }
  }
  return { ...members };
}

/**
 * Answers a question of an isolated plugin with the host of that plugin, which checks the plugin's capabilities.
 *
 * @param requests - The requests of the pending calls, by the number of the call.
 */
export function answerTo(
  question: Question,
  host: PluginHost,
  requests: ReadonlyMap<number, RestRequest>,
  seesCredentials: boolean,
): unknown {
  switch (question.ask) {
    case 'has':
      return host.hooks.has(String(question.hook) as never);
    case 'use':
    case 'find': {
      const service = host[question.ask](serviceToken<object>(String(question.service)));
      return service && membersOf(service);
    }
    case 'member': {
      const service = host.use(serviceToken<Record<string, unknown>>(String(question.service)));
      const { member, args } = question;
      if (!Array.isArray(args) || !Object.hasOwn(membersOf(service), member))
        throw new Error(`service "${question.service}" has no "${member}"`);
      const value = service[member];
      return typeof value === 'function' ? Reflect.apply(value, service, args) : value;
    }
    case 'can': {
      const [capability, ...args] = Array.isArray(question.args) ? question.args : [];
      return requests.get(question.call)?.user.can(String(capability), ...args) ?? false;
    }
    case 'cookie':
      return seesCredentials ? requests.get(question.call)?.context.http?.cookie(String(question.name)) : undefined;
    default:
      throw new Error('an isolated plugin has asked what cannot be answered');
  }
}
