import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { Embedders } from './embedders';
import { Generators } from './generators';
import { ModelsModule } from './models.module';
import { Recognizer } from './recognizer';
import { Rerankers } from './rerankers';

describe('ModelsModule', () => {
  const before = { ...process.env };
  let folder: string;
  beforeEach(async () => (folder = process.env.MODELS_DIR = await mkdtemp(join(tmpdir(), 'models-'))));
  afterEach(async () => {
    process.env = { ...before };
    await rm(folder, { recursive: true });
  });

  const start = () => NestFactory.createApplicationContext(ModelsModule, { logger: false, abortOnError: false });

  it('gives everything that needs nothing, and closes it', async () => {
    const app = await start();
    const embedders = app.get(Embedders);
    expect(embedders.defaultId).toBe('lexical');
    expect(app.get(Generators).defaultId).toBe('local');
    expect(app.get(Rerankers).defaultId).toBe('lexical');
    await expect(app.get(Recognizer).available()).resolves.toHaveProperty('available');
    await app.close();
  });

  it('asks a server instead when it is named, and refuses to start when it is not', async () => {
    process.env.GENERATOR = 'openai-compatible';
    await expect(start()).rejects.toThrow('OPENAI_BASE_URL');
    Object.assign(process.env, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'small' });
    Object.assign(process.env, { OPENAI_EMBEDDING_MODEL: 'bge-m3', EMBEDDER: 'bge-m3' });
    const app = await start();
    expect(app.get(Generators).default.description).toMatchObject({ id: 'small', contextTokensMax: 32_000 });
    expect(
      app
        .get(Generators)
        .list()
        .map(({ id }) => id),
    ).toEqual(['local', 'small']);
    expect(app.get(Embedders).default.description).toMatchObject({ id: 'bge-m3', dimensions: 1024 });
    await app.close();
  });
});
