import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dutiesOf, type ModuleDuties } from '@lectern/bus';
import type { Type } from '@nestjs/common';

/** In the sources and in the build. */
const apps = join(__dirname, '../../apps');

/** Calls and events of one service on the bus, by name. */
export interface BusDuties {
  readonly handles: readonly string[];
  /** Of another service, handled where that one is elsewhere. */
  readonly standsInFor: readonly string[];
  readonly calls: readonly string[];
  /** Of these: operations that may be called at a named process. */
  readonly addressed: readonly string[];
  readonly tells: readonly string[];
  readonly hears: readonly string[];
}

/** Declarations of the modules of every service of `apps/`. Programs that are no service have no `modules.ts`. */
export function busDuties(root: string): ReadonlyMap<string, BusDuties> {
  const services = readdirSync(join(root, 'apps')).filter((app) =>
    existsSync(join(root, 'apps', app, 'src/modules.ts')),
  );
  const declared = new Map(services.map((service) => [service, dutiesOf(modulesOf(service))]));
  const handled = new Set([...declared.values()].flatMap(({ handles }) => handles));
  return new Map([...declared].map(([service, duties]) => [service, withSubstitutes(duties, handled)]));
}

function modulesOf(service: string): readonly Type[] {
  const { modules }: { modules: readonly Type[] } = require(join(apps, service, 'src/modules'));
  return modules;
}

function withSubstitutes(
  { handles, handlesIfConfigured, calls, addressed, publishes: tells, hears }: ModuleDuties,
  handled: ReadonlySet<string>,
): BusDuties {
  return {
    handles: sorted([...handles, ...handlesIfConfigured.filter((name) => !handled.has(name))]),
    standsInFor: handlesIfConfigured.filter((name) => handled.has(name)),
    calls,
    addressed,
    tells,
    hears,
  };
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Permissions of a service on NATS, as lists of subjects. */
export function permissionsOf(service: string, duties: BusDuties, prefix: string) {
  const { standsInFor, calls, tells, hears } = duties;
  const handles = sorted([...duties.handles, ...standsInFor]);
  const addressed = (names: readonly string[]) => names.filter((name) => duties.addressed.includes(name));
  const everyone = ['alive', 'left'];
  const subjects = (names: readonly string[]) => names.map((name) => `${prefix}.${name}`);
  return {
    publish: subjects([
      ...everyone,
      'control.*',
      ...calls.map((name) => `op.${name}`),
      ...addressed(calls).map((name) => `to.*.${name}`),
      ...tells.map((name) => `event.${name}`),
    ]),
    subscribe: [
      ...subjects([...everyone, 'control.*', `in.${service}.*.*`, ...hears.map((name) => `event.${name}`)]),
      // With the group that shares the calls, so that nobody can listen beside it.
      ...subjects([...handles.map((name) => `op.${name}`), ...addressed(handles).map((name) => `to.*.${name}`)]).map(
        (subject) => `${subject} lectern`,
      ),
    ],
  };
}

const HEAD = `# What each service may do on NATS: ask for the operations that it calls, take the calls of those that it handles,
# tell and hear its events. Everything else is refused, also to read the answers to another service.
#
# Written by \`npm run docs\` from what the modules of the services declare. The user of a service is its name;
# passwords are variables of the environment.
`;

/** An account with a user for each service, to be included in the configuration of nats-server. */
export function natsAccount(root: string, prefix = 'lectern'): string {
  const users = [...busDuties(root)].map(([service, duties]) => userOf(service, duties, prefix));
  return `${HEAD}accounts {\n  LECTERN {\n    users = [\n${users.join('')}    ]\n  }\n}\n`;
}

function userOf(service: string, duties: BusDuties, prefix: string): string {
  const { publish, subscribe } = permissionsOf(service, duties, prefix);
  const list = (subjects: readonly string[]) => subjects.map((subject) => `            "${subject}"\n`).join('');
  // A handler answers where it was asked, and nowhere else; a stream may take its time.
  const answers =
    duties.handles.length + duties.standsInFor.length > 0
      ? '          allow_responses = { max: -1, expires: "1h" }\n'
      : '';
  return `      {
        user: "${service}"
        password: $${passwordVariable(service)}
        permissions {
          publish = [
${list(publish)}          ]
          subscribe = [
${list(subscribe)}          ]
${answers}        }
      }
`;
}

/** `NATS_KNOWLEDGE_BOX_PASSWORD` */
export function passwordVariable(service: string): string {
  return `NATS_${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}
