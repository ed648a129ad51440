import { readConfig } from '@lectern/config';
import { asUuid } from '@lectern/contracts/core';
import type { ProcessingRecordEntity } from './processing.entity';
import { Injectable } from '@nestjs/common';
import { encodeMessage, timestampOf } from '@lectern/augmentation';
import { FieldFinding, type FoundField, wholeOf } from './field-finding';
import { MessageAssembly } from './message-assembly';
import { MessageFiles } from './message-files';
import { PushAgents } from './push-agents';
import { PushEmbedding } from './push-embedding';
import { pushConfig } from './push.config';
import { generatedConversation } from './generated-conversation';
import { inlineStrategies } from './inline-strategies';
import { rememberedConversations } from './pushed-memories';
import { pushedFields, strategiesOfPush } from './pushed-field';
import type { StoredPush } from './push-rows';

const DAY_MS = 24 * 3_600_000;

interface Run {
  /** Number of the attempt. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly alive: () => void;
}

/** Folder of the blob store for artefacts of a push. */
export function folderOf({ account, id }: { readonly account: string; readonly id: string }): string {
  return `account/${account}/processing/${id}`;
}

/** Creates the message of a push. */
@Injectable()
export class PushProcessing {
  private readonly keptMs = readConfig(pushConfig).PUSH_RESULT_DAYS * DAY_MS;

  constructor(
    private readonly finding: FieldFinding,
    private readonly embedding: PushEmbedding,
    private readonly agents: PushAgents,
    private readonly files: MessageFiles,
  ) {}

  /** @throws AppError when it should be retried */
  async process(record: ProcessingRecordEntity, { payload, rid }: StoredPush, run: Run): Promise<Uint8Array> {
    const [startedAt, { account, pushedAt }] = [new Date(), record];
    const models = await this.embedding.modelsOf(payload, account);
    const mlText = payload.processing_options.ml_text;
    const folder = folderOf(record);
    const kbid = asUuid(record.kbid) ?? record.kbid;
    const [strategies, inline] = [strategiesOfPush(payload), inlineStrategies(payload)];
    const nuaClient = record.client;
    const push = { account, nuaClient, kbid, strategies, inline, rid, mlText, folder, pushedAt, payload, ...run };
    const agents = await this.agents.of(push);
    const found = await this.finding.find(pushedFields(payload), push);
    const now = new Date();
    const owner = { account, folder, now, expires: new Date(now.getTime() + this.keptMs) };
    const assembly = new MessageAssembly(this.files, owner, startedAt);
    const title = titleOf(record.title, found);
    for (const field of found) {
      const augmented = agents.length > 0 && wholeOf(field) ? await this.agents.read(field, agents, push) : undefined;
      if (!(await assembly.add(field, augmented))) continue;
      for (const [id, kept] of augmented ? rememberedConversations(augmented.found, field.work.id) : [])
        assembly.addConversation(id, kept);
      for (const model of models) {
        const vectors = await this.embedding.embed(field.pieces, model, { title, ...run });
        await assembly.addVectors(field, model.description.id, vectors);
      }
    }
    // Facts that a memory has changed are those of the message.
    for (const [id, { conversationfield }] of Object.entries(payload.generated_conversationfield))
      if (!Object.hasOwn(assembly.parts.conversations, id))
        assembly.addConversation(id, generatedConversation(conversationfield));
    return encodeMessage({
      kbid: record.kbid,
      uuid: rid,
      slug: payload.slug ?? '',
      basic: basicOf(record, { title, found, now }),
      ...assembly.parts,
      done_time: timestampOf(now),
      processing_id: record.id,
      account_seq: record.seq,
    });
  }
}

/** The title, by the rules of resources: the caller's, else that of a field, else the name of a file. */
function titleOf(given: string | null, found: readonly FoundField[]): string {
  const generic = found.find(({ work }) => work.letter === 'a' && work.id === 'title')?.pieces[0]?.text;
  const learned = found.flatMap(({ pieces }) => pieces.map(({ understood }) => understood.title)).find(Boolean);
  return given || generic || learned || (found.find(({ file }) => file)?.file?.filename ?? '');
}

const PROCESSED = 1;

function basicOf(
  { pushedAt, resourceId, labels }: ProcessingRecordEntity,
  { title, found, now }: { readonly title: string; readonly found: readonly FoundField[]; readonly now: Date },
): object {
  const wholes = found.map(wholeOf);
  const generic = found.find(({ work }) => work.letter === 'a' && work.id === 'summary')?.pieces[0]?.text;
  const language = wholes.find((one) => one?.language)?.language ?? '';
  const languages = [...new Set([language, ...wholes.flatMap((one) => one?.languages ?? [])])].filter(Boolean);
  return {
    title,
    summary: generic || (wholes.find((one) => one?.summary)?.summary ?? ''),
    icon: wholes.find((one) => one?.mimeType)?.mimeType ?? 'application/generic',
    created: timestampOf(pushedAt),
    modified: timestampOf(now),
    uuid: resourceId,
    labels,
    metadata: { language, languages, useful: true, status: PROCESSED },
  };
}
