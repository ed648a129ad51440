import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, exitCodes } from '../exit-code';
import { type Environment, findFolder, ownFolder } from './folders';

/** Tokens of a sign-in in the browser. */
export interface OauthTokens {
  readonly accessToken: string;
  /** When the access token ends, milliseconds since 1970. */
  readonly expiresMs: number;
  readonly refreshToken?: string;
}

/** One installation with the credential for it, and what commands use that name nothing else. */
export interface Profile {
  /** Scheme, host and port. */
  readonly url: string;
  /** Personal access token, or API key of a knowledge box. */
  readonly token?: string;
  /** What kind `token` is. */
  readonly kind?: 'personal' | 'api-key';
  readonly oauth?: OauthTokens;
  /** Account whose knowledge boxes are listed and created. */
  readonly account?: string;
  /** Knowledge box of commands without `--kb`: id or slug. */
  readonly kb?: string;
}

interface Stored {
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';
const FILE = 'profiles.json';
const LOCK = { retries: { retries: 50, minTimeout: 50, maxTimeout: 500 }, stale: 20_000 };

/** Sign-ins of this user, in a file that only the user reads. */
export class Profiles {
  constructor(private readonly env: Environment) {}

  /** Name of the profile that commands use: of the argument, of the environment, or the one signed in to last. */
  nameOf(given?: string): string {
    const name = given ?? (this.env['LECTERN_PROFILE'] || undefined) ?? this.read().current ?? DEFAULT_PROFILE;
    if (/^[\w.-]{1,64}$/.test(name)) return name;
    throw new CommandError('A profile has 1 to 64 letters, digits, ".", "_" or "-" in its name', exitCodes.usage);
  }

  find(name: string): Profile | undefined {
    const { profiles } = this.read();
    return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  }

  all(): Readonly<Record<string, Profile>> {
    return this.read().profiles;
  }

  /** Changes one profile, and nothing else, even beside other commands. @returns what it is now */
  async change(name: string, change: (now: Profile | undefined) => Promise<Profile> | Profile): Promise<Profile> {
    return this.exclusively(async () => {
      const changed = await change(this.find(name));
      const { current, profiles } = this.read();
      await this.write({ current, profiles: { ...profiles, [name]: changed } });
      return changed;
    });
  }

  async use(name: string): Promise<void> {
    await this.exclusively(async () => this.write({ ...this.read(), current: name }));
  }

  async remove(name: string): Promise<void> {
    await this.exclusively(async () => {
      const { current, profiles } = this.read();
      const { [name]: _, ...others } = profiles;
      await this.write({ current: current === name ? undefined : current, profiles: others });
    });
  }

  private read(): Stored {
    const folder = findFolder('config', this.env);
    if (folder === undefined || !existsSync(join(folder, FILE))) return { profiles: {} };
    const file = join(folder, FILE);
    try {
      const { current, profiles }: Partial<Stored> = JSON.parse(readFileSync(file, 'utf8'));
      return { current, profiles: profiles ?? {} };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`${file} cannot be read (${reason}): mend it or delete it`, exitCodes.usage);
    }
  }

  /** Whole or not at all, even when the machine stops. */
  private async write(stored: Stored): Promise<void> {
    const file = join(ownFolder('config', this.env), FILE);
    const draft = `${file}.${randomUUID()}`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      await handle.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
      await handle.sync();
      await handle.close();
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  private async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const file = join(ownFolder('config', this.env), FILE);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await chmod(dirname(file), 0o700);
    const { lock } = await import('proper-lockfile');
    const release = await lock(file, { ...LOCK, realpath: false });
    try {
      return await work();
    } finally {
      await release();
    }
  }
}
