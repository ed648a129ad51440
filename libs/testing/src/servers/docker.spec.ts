import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerSocket } from './docker';
import { findServer } from './found-server';
import images from './images.json';

describe('servers of tests', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-docker-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('see Docker where its socket is on this machine', async () => {
    const path = join(folder, 'docker.sock');
    const at = (host: string) => dockerSocket({ DOCKER_HOST: host });
    expect(at(`unix://${path}`)).toBeUndefined();
    const engine = createServer().listen(path);
    await once(engine, 'listening');
    expect(at(`unix://${path}`)).toBe(path);
    engine.close();
    await writeFile(join(folder, 'file'), '');
    expect(at(`unix://${join(folder, 'file')}`)).toBeUndefined();
    expect(at('tcp://127.0.0.1:2375')).toBeUndefined();
  });

  it('are the running one that is named, else an image that Docker has, else a program', async () => {
    await writeFile(join(folder, 'qdrant'), '');
    const program = { PATH: folder };
    const held = { ...program, LECTERN_SERVER_IMAGES: 'nats-server qdrant' };
    const find = (environment: NodeJS.ProcessEnv) => findServer('qdrant', 'QDRANT_TEST_URL', environment);
    expect(find({ ...held, QDRANT_TEST_URL: 'http://there:6333' })).toEqual({ url: 'http://there:6333' });
    expect(find(held)).toEqual({ image: images.qdrant });
    expect(find({ ...held, LECTERN_SERVER_IMAGES: 'nats-server' })).toEqual({ binary: join(folder, 'qdrant') });
    expect(find(program)).toEqual({ binary: join(folder, 'qdrant') });
    expect(findServer('no-such', 'NO_SUCH_URL', held)).toMatchObject({
      missing: expect.stringContaining('NO_SUCH_URL'),
    });
  });
});
