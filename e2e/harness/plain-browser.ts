import { conformingFetch } from './conformance';

const REDIRECTS_MAX = 10;
const TIMEOUT_MS = 60_000;

/** What a browser without script shows. */
export interface Shown {
  readonly status: number;
  /** Where it ended, with its query. */
  readonly url: URL;
  readonly text: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Opens pages and sends forms with cookies, as browsers do, without script. */
export class PlainBrowser {
  /** By name and path: cookies of one name may differ by path. */
  private readonly cookies = new Map<string, Cookie>();

  constructor(readonly origin: string) {}

  /** Follows redirects of its origin, and stops at the address of another one, which it does not open. */
  async open(path: string, init: RequestInit = {}): Promise<Shown> {
    let url = new URL(path, this.origin);
    let request = init;
    for (let count = 0; count < REDIRECTS_MAX; count += 1) {
      const answer = await this.once(url, request);
      const location = answer.headers.get('location');
      if (location === null) return { status: answer.status, url, text: await answer.text(), headers: answer.headers };
      url = new URL(location, url);
      if (url.origin !== this.origin) return { status: answer.status, url, text: '', headers: answer.headers };
      request = {};
    }
    throw new Error(`${path} redirects without an end`);
  }

  /** One answer, whatever it is. */
  async once(url: URL | string, init: RequestInit = {}): Promise<Response> {
    const at = new URL(url, this.origin);
    const headers = { cookie: this.cookieHeader(at.pathname), 'sec-fetch-site': 'same-origin', ...init.headers };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await conformingFetch(at, { ...init, headers, redirect: 'manual', signal });
    for (const cookie of answer.headers.getSetCookie()) this.keep(cookie);
    return answer;
  }

  /** Sends the first form of a page as it is, with these fields. */
  async submit({ text, url }: Shown, fields: Readonly<Record<string, string>>): Promise<Shown> {
    const [form = '', attributes = ''] = /<form([^>]*)>[^]*?<\/form>/.exec(text) ?? [];
    const [, action = url.pathname] = /action="([^"]*)"/.exec(attributes) ?? [];
    const sent = [...presetFields(form), ...Object.entries(fields)];
    const body = new URLSearchParams(sent.map(([name, value]) => [name, value]));
    return this.open(action, { method: 'POST', body });
  }

  /** Names of its cookies. */
  cookieNames(): string[] {
    return [...this.cookies.values()].map(({ name }) => name);
  }

  /** Values of its cookies. */
  secrets(): string[] {
    return [...this.cookies.values()].map(({ value }) => value);
  }

  private cookieHeader(path: string): string {
    const sent = [...this.cookies.values()].filter((cookie) => path.startsWith(cookie.path));
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  private keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/; */);
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const isOver = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one)) || value === '';
    const key = `${name} ${path}`;
    if (isOver) this.cookies.delete(key);
    else this.cookies.set(key, { name, value, path });
  }
}

/** Hidden fields, and boxes that are checked. A field may be there several times. */
function presetFields(text: string): (readonly [name: string, value: string])[] {
  const inputs = text.matchAll(/<input type="(?:hidden"|checkbox"(?=[^>]* checked)) name="([^"]*)" value="([^"]*)"/g);
  return [...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const);
}
