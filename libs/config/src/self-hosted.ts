import { flag } from './setting';
import { ConfigError, configSlice, readConfig } from './slice';

export const selfHostedSlice = configSlice('self-hosted', {
  SELF_HOSTED_ROLES: flag({
    doc:
      'whether a request whose only credential is the header x-kbdb-roles acts as the root user with these roles; ' +
      'anyone on this machine may then do anything. Only where HTTP_HOST is a loopback address',
    fallback: false,
  }),
});

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** @throws ConfigError when other machines could call */
export function takesSelfHostedRoles(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const { SELF_HOSTED_ROLES } = readConfig(selfHostedSlice, environment);
  const host = environment['HTTP_HOST'] || '127.0.0.1';
  if (SELF_HOSTED_ROLES && !LOOPBACK.test(host)) {
    const reason = `HTTP_HOST is ${host}: requests without a credential would act as the root user`;
    throw new ConfigError([`SELF_HOSTED_ROLES=on is for servers that listen on loopback only, and ${reason}`]);
  }
  return SELF_HOSTED_ROLES;
}
