import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KeywordIndex } from './keyword-index';
import { KeywordIndexModule } from './keyword-index.module';
import { hitsOf, kbid, queryOf, recordOf } from './keyword-records.contract';

@Module({ imports: [KeywordIndexModule.forRoot({ role: 'reader' })] })
class Searching {}

@Module({ imports: [KeywordIndexModule.forRoot({ role: 'writer' })] })
class Writing {}

@Module({ imports: [Searching, Writing] })
class Everything {}

describe('KeywordIndexModule', () => {
  let folder: string;
  const before = process.env['INDEX_DIR'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'index-'));
    process.env['INDEX_DIR'] = folder;
  });

  afterEach(async () => {
    if (before === undefined) delete process.env['INDEX_DIR'];
    else process.env['INDEX_DIR'] = before;
    await rm(folder, { recursive: true, force: true });
  });

  it('gives readers and the writer of a process the configured folder, and lets go of it on shutdown', async () => {
    for (const words of ['alpha', 'alpha again']) {
      const app = await NestFactory.createApplicationContext(Everything, { logger: false });
      const [writer, reader] = [Writing, Searching].map((one) => app.select(one).get(KeywordIndex, { strict: false }));
      await writer?.put(kbid, [recordOf(1, [words])]);
      if (reader) expect(await hitsOf(reader, queryOf(words))).toEqual([1]);
      await app.close();
    }
    expect(existsSync(join(folder, 'keywords'))).toBe(true);
  });
});
