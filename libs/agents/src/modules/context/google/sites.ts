/** Gemini names pages by addresses that lead on, and says in the title where they lead. */
const LEADS_ON = 'vertexaisearch.cloud.google.com';

/** A page as Gemini names it. */
interface NamedPage {
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly domain: string | undefined;
}

/** The host that a page is from; undefined where it does not say. */
export function siteOf({ url = '', title = '', domain = '' }: NamedPage): string | undefined {
  const host = hostIn(url);
  if (host !== undefined && !isBelow(host, LEADS_ON)) return host;
  return hostIn(`https://${domain}`) ?? hostIn(`https://${title}`);
}

/** Whether a host is a domain, or below it. */
export function isBelow(host: string, domain: string): boolean {
  const wanted = hostIn(`https://${domain}`) ?? domain;
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** In lower case, without a dot at its end; undefined for a text with other parts, or without a dot. */
function hostIn(text: string): string | undefined {
  const host = URL.parse(text)?.hostname.replace(/\.$/, '');
  return host?.includes('.') ? host : undefined;
}
