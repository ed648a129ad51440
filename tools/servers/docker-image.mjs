// An image that Docker has or can get, asked of the engine itself: tests then run it instead of a program.
import { statSync } from 'node:fs';
import { request } from 'node:http';

const idleTimeoutMs = 30_000;
const bodyCharactersMax = 100_000;

function socket() {
  const host = process.env.DOCKER_HOST || 'unix:///var/run/docker.sock';
  const path = host.replace(/^unix:\/\//, '');
  return path !== host && statSync(path, { throwIfNoEntry: false })?.isSocket() ? path : undefined;
}

function ask(socketPath, method, path) {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method, path, timeout: idleTimeoutMs }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body = `${body}${chunk}`.slice(-bodyCharactersMax)));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
      answer.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error(`Docker says nothing for ${idleTimeoutMs} ms`)));
    call.on('error', reject);
    call.end();
  });
}

/** @returns a line that reports the result; undefined without Docker */
export async function obtainImage(image) {
  const path = socket();
  if (path === undefined) return undefined;
  const { status } = await ask(path, 'GET', `/images/${image}/json`);
  if (status === 200) return `Docker has ${image}`;
  const [name, tag] = image.split(':');
  const pulled = await ask(path, 'POST', `/images/create?fromImage=${encodeURIComponent(name)}&tag=${tag}`);
  // Progress, a line each; the last says how it ended, as does the status when nothing was begun.
  const failure = pulled.status === 200 ? /"error":"([^"]*)/.exec(pulled.body)?.[1] : pulled.body.trim();
  if (failure) throw new Error(`Docker cannot get ${image}: ${failure}`);
  return `Docker has got ${image}`;
}
