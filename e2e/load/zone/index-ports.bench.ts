import 'reflect-metadata';
import { KeywordIndex, KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndex, VectorIndexModule } from '@lectern/vector-index';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Module({ imports: [KeywordIndexModule.forRoot({ role: 'writer' }), VectorIndexModule.forRoot({ role: 'writer' })] })
class IndexPortsModule {}

export interface IndexPorts {
  readonly keywords: KeywordIndex;
  readonly vectors: VectorIndex;
  close(): Promise<void>;
}

/** Both ports as knowledge-box has them, on the servers that these settings name. */
export async function openIndexPorts(env: Readonly<Record<string, string>>): Promise<IndexPorts> {
  Object.assign(process.env, env);
  const context = await NestFactory.createApplicationContext(IndexPortsModule, { logger: ['error', 'warn'] });
  const keywords = context.get(KeywordIndex, { strict: false });
  const vectors = context.get(VectorIndex, { strict: false });
  return { keywords, vectors, close: () => context.close() };
}
