import { rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, ensureFolder } from '@lectern/config';
import { writePrivate } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';

/** The file in which the first token waits until somebody uses it; only its owner can read it. */
@Injectable()
export class FirstToken {
  readonly path = join(dataDir(), 'first-token');
  /** Whether it was made, and shown, by this start. */
  isNew = false;

  async keep(token: string): Promise<void> {
    ensureFolder(dataDir());
    await this.discard();
    await writePrivate(this.path, `${token}\n`);
    this.isNew = true;
  }

  find(): string | undefined {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8').trim() : undefined;
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
