import { inspect } from 'node:util';
import { benchAgentSafety } from './agent-safety.bench';
import { benchAgentSockets } from './agent-sockets.bench';
import { benchAgents } from './agents.bench';
import { benchAnswer } from './answer.bench';
import { benchChat } from './chat.bench';
import { benchConsolePages } from './console-pages.bench';
import { benchContent } from './content.bench';
import { benchConversation } from './conversation.bench';
import { benchEmbedding } from './embedding.bench';
import { benchFairness } from './fairness.bench';
import { benchFind } from './find.bench';
import { benchGate } from './gate.bench';
import { benchHostile } from './hostile.bench';
import { benchIngest } from './ingest.bench';
import { benchLabeler } from './labeler.bench';
import { benchLabelerSpeed } from './labeler-speed.bench';
import { benchLargeUpload } from './large-upload.bench';
import { benchLargeTexts } from './large-texts.bench';
import { benchMemory } from './memory.bench';
import { benchMigration } from './migration.bench';
import { benchModel } from './model.bench';
import { benchModes } from './modes.bench';
import { benchOverload } from './overload.bench';
import { benchRestriction } from './restriction.bench';
import { benchPartitions } from './partitions.bench';
import { benchSupport } from './rte3.bench';
import { benchSignIn } from './sign-in.bench';
import { benchSilence } from './silence.bench';
import { benchSlowClients } from './slow-clients.bench';
import { benchStart } from './start.bench';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  start: benchStart,
  ingest: benchIngest,
  restriction: benchRestriction,
  'console-pages': benchConsolePages,
  content: benchContent,
  conversation: benchConversation,
  fairness: benchFairness,
  'find-10k': () => benchFind(10_000, 'minilm-l6'),
  'find-100k': () => benchFind(100_000, 'lexical'),
  gate: () => benchGate(1_000),
  'gate-100k': () => benchGate(9_000),
  model: benchModel,
  embedding: benchEmbedding,
  hostile: benchHostile,
  memory: benchMemory,
  overload: benchOverload,
  silence: benchSilence,
  'sign-in': benchSignIn,
  'slow-clients': benchSlowClients,
  'large-texts': benchLargeTexts,
  'large-upload': benchLargeUpload,
  labeler: benchLabeler,
  'labeler-speed': benchLabelerSpeed,
  migration: benchMigration,
  partitions: benchPartitions,
  rte3: benchSupport,
  agents: benchAgents,
  'agent-safety': benchAgentSafety,
  'agent-sockets': benchAgentSockets,
  answer: benchAnswer,
  chat: benchChat,
  modes: benchModes,
};

/**
 * All, or those that are named: `npm run bench -- start ingest`. Figures are of this machine; compare ratios of one
 * run.
 */
async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`);
  for (const [name, bench] of Object.entries(benches)) if (named.length === 0 || named.includes(name)) await bench();
}

// Started processes are stopped when this process exits, which a signal alone does not do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exitCode = 1;
});
