import type {
  DataVisualization,
  FrameChunk,
  FrameContext,
  FrameImage,
  InteractionFrame,
} from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** Characters of JSON of all blocks; the protocol adds little. */
const BLOCKS_CHARS_MAX = 4 * 1024 ** 2 - 16 * 1024;
const VEGA_LITE = 'application/vnd.vegalite.v5+json';
const JSON_TYPE = 'application/json';

type Block = CallToolResult['content'][number];

/** Makes the result of a call from the frames of its run: blocks of text, images and embedded resources. */
export class RunResult {
  private readonly found: Block[] = [];
  private readonly steps: Block[] = [];
  private chars = 0;
  private contexts = 0;
  private leftOut = 0;
  private last: InteractionFrame | undefined;

  /** @throws AppError `provider_failed` with the reason why the run failed */
  take(frame: InteractionFrame): void {
    const { exception, context, step, possible_answer: possible, answer } = frame;
    if (exception) throw new AppError('provider_failed', exception.detail);
    if (context) this.takeContext(context, frame);
    for (const image of Object.values(possible?.images ?? {})) this.keep(this.found, imageBlock(image));
    if (step) {
      const said = [step.title || step.module, step.value ?? '', step.error === null ? '' : `Error: ${step.error}`];
      this.keep(this.steps, forModels(said.filter((part) => part !== '').join(': ')));
    }
    if (answer !== null) this.last = frame;
  }

  /** @throws AppError `provider_failed` when the run ended without an answer */
  get result(): CallToolResult {
    if (!this.last) throw new AppError('provider_failed', 'The agent ended without an answer');
    const blocks = answerBlocks(this.last);
    let chars = sizeOf(blocks);
    let leftOut = this.leftOut;
    for (const block of [...this.found, ...this.steps]) {
      chars += sizeOf(block);
      if (chars <= BLOCKS_CHARS_MAX) blocks.push(block);
      else leftOut += 1;
    }
    if (leftOut > 0) blocks.push(forModels(`${leftOut} further blocks are left out: a result has at most 4 MiB.`));
    return { content: blocks };
  }

  private takeContext(context: FrameContext, frame: InteractionFrame): void {
    const root = `${rootOf(frame)}/context/${this.contexts}`;
    this.contexts += 1;
    const { chunks, structured, json_objects: objects, images, image_urls: urls } = context;
    const blocks = [
      ...chunks.map((chunk, at) => chunkBlock(`${root}/chunk/${at}`, chunk, context)),
      ...structured.map((text, at) => resource(`${root}/structured/${at}`, 'text/plain', text)),
      ...objects.map((value, at) => json(`${root}/object/${at}`, value)),
      ...(urls.length > 0 ? [json(`${root}/image-urls`, urls)] : []),
      ...Object.values(images).map(imageBlock),
    ];
    for (const block of blocks) this.keep(this.found, block);
  }

  private keep(blocks: Block[], block: Block): void {
    this.chars += sizeOf(block);
    if (this.chars <= BLOCKS_CHARS_MAX) blocks.push(block);
    else this.leftOut += 1;
  }
}

function answerBlocks(frame: InteractionFrame): Block[] {
  const { answer, answer_citations: citations, answer_urls: urls, data_visualizations: charts } = frame;
  const root = rootOf(frame);
  return [
    { type: 'text', text: answer ?? '' },
    ...(citations ? [json(`${root}/citations`, citations)] : []),
    ...(urls && urls.length > 0 ? [json(`${root}/urls`, urls)] : []),
    ...(charts ?? []).map((chart, at) => chartBlock(`${root}/visualization/${at}`, chart)),
  ];
}

function rootOf({ original_question_uuid: question }: InteractionFrame): string {
  return `agent-response://${question ?? ''}`;
}

function resource(uri: string, mimeType: string, text: string): Block {
  return { type: 'resource', resource: { uri, mimeType, text } };
}

function json(uri: string, value: unknown): Block {
  return resource(uri, JSON_TYPE, JSON.stringify(value));
}

function chartBlock(uri: string, { vega_lite_obj: chart }: DataVisualization): Block {
  return resource(uri, VEGA_LITE, JSON.stringify(chart));
}

function chunkBlock(uri: string, chunk: FrameChunk, { id, source, agent }: FrameContext): Block {
  const { chunk_id, title, labels, url, origin_url, text } = chunk;
  const _meta = { type: 'context_chunk', context_id: id, source, agent, chunk_id, title, labels, url, origin_url };
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text, _meta } };
}

function imageBlock({ b64encoded: data, content_type: mimeType }: FrameImage): Block {
  return { type: 'image', data, mimeType };
}

/** What people need not see. */
function forModels(text: string): Block {
  return { type: 'text', text, annotations: { audience: ['assistant'] } };
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
