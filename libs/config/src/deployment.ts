import { optionalText, text } from './setting';
import { type ConfigOf, configSlice, readConfig } from './slice';

const ORIGIN = /^https?:\/\/[^/?#\s]+\/?$/;
const DOC = 'as scheme, host and port; the address of a gateway in the same process when absent';

export const deploymentSlice = configSlice('deployment', {
  PUBLIC_URL: optionalText({ doc: `where clients reach users and accounts, ${DOC}`, pattern: ORIGIN }),
  ZONE_ORIGIN: optionalText({ doc: `where clients reach the knowledge boxes of this zone, ${DOC}`, pattern: ORIGIN }),
  ZONE_SLUG: text({
    doc: 'name of this zone in ids and lists',
    pattern: /^[a-z0-9][a-z0-9_-]{0,62}$/,
    fallback: 'local',
  }),
  ZONE_TITLE: text({ doc: 'title of this zone', fallback: 'Local zone' }),
});

/** The addresses and the zone of this deployment, as clients see them. Origins have no trailing slash. */
export interface Deployment {
  readonly publicUrl: string;
  readonly zone: { readonly slug: string; readonly title: string; readonly origin: string };
}

/** @throws ConfigError */
export function deployment(
  config: ConfigOf<typeof deploymentSlice> = readConfig(deploymentSlice),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Deployment {
  const own = ownAddress(environment['HTTP_HOST'] || '127.0.0.1', environment['HTTP_PORT'] || '8080');
  const { PUBLIC_URL = own, ZONE_ORIGIN = own, ZONE_SLUG: slug, ZONE_TITLE: title } = config;
  return { publicUrl: withoutSlash(PUBLIC_URL), zone: { slug, title, origin: withoutSlash(ZONE_ORIGIN) } };
}

/** Clients cannot call the wildcard address, which means all interfaces. */
function ownAddress(host: string, port: string): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
