import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  appendMessages,
  createKvSchema,
  createSearchConfiguration,
  deleteMessage,
  modifyKvSchema,
  putLabelset,
  putSynonyms,
} from '@lectern/contracts/knowledge-box';
import { createEvaluationSet } from '@lectern/contracts/search';
import type { KnowledgeBoxClient } from './client';

function attachment(filename: string, content: string) {
  const bytes = Buffer.from(content);
  return { filename, content_type: 'text/plain', payload: bytes.toString('base64'), md5: hash('md5', bytes) };
}

const chat = [
  { ident: 'q', content: { text: 'Who clears the path?' }, who: 'Ada', to: ['Ben'], type: 'QUESTION' as const },
  {
    ident: 'a 1',
    who: 'Ben',
    type: 'ANSWER' as const,
    timestamp: '2026-03-01T10:00:00+02:00',
    content: {
      text: 'The **warden** clears it.',
      format: 'MARKDOWN' as const,
      attachments: [attachment('map.txt', 'The path crosses the moraine.'), attachment('bad.pdf', 'no document')],
      attachments_fields: [{ field_type: 'text' as const, field_id: 'note' }],
    },
  },
  { ident: 'gone', content: { text: 'Forget this.', attachments: [attachment('gone.txt', 'Forgotten.')] } },
];

/** A conversation with files, a deleted message and one that was appended. */
async function addConversation(kb: KnowledgeBoxClient): Promise<void> {
  const rid = await kb.createResource({
    conversations: { chat: { messages: chat }, silent: { messages: [] } },
    texts: { note: { body: 'Beside the conversation.' } },
  });
  const place = { rid, field_id: 'chat' };
  await kb.api(appendMessages, { params: place, body: [{ ident: 'last', content: { text: 'It snows again.' } }] });
  await kb.api(deleteMessage, { params: { ...place, message_ident: 'gone' } });
}

/** A resource whose text has two paragraphs, one of them with a label of a user. */
async function addAnnotated(kb: KnowledgeBoxClient): Promise<void> {
  const body = 'The moon pulls the sea.\n\nThe sun pulls the sea.';
  const key = `N_RID/t/body/0-${body.indexOf('\n')}`;
  const question = { text: 'What pulls the sea?', language: 'en', ids_paragraphs: [key] };
  const labels = (label: string) => [{ labelset: 'topics', label }];
  await kb.createResource({
    texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' } },
    usermetadata: {
      relations: [
        { relation: 'ENTITY', label: 'names', to: { value: 'Moon', type: 'entity', group: 'BODY' } },
        {
          relation: 'OTHER',
          to: { value: 'Ada', type: 'user' },
          from: { value: 'topics/sea', type: 'label' },
          metadata: { paragraph_id: key, source_start: 0, source_end: 3 },
        },
      ],
    },
    fieldmetadata: [
      {
        field: { field_type: 'text', field: 'body' },
        paragraphs: [
          { key, classifications: labels('moon') },
          // Nothing says that the paragraph is there.
          { key: 'N_RID/t/body/9000-9001', classifications: labels('nowhere') },
        ],
        question_answers: [{ question_answer: { question, answers: [{ text: 'Moon and sun.' }] } }],
      },
    ],
  });
}

/** Values of a schema that has changed since, so that no request could write them now. */
async function addKeyValues(kb: KnowledgeBoxClient): Promise<void> {
  const year = { key: 'year', type: 'integer', range: true } as const;
  await kb.api(createKvSchema, { body: { id: 'tour', description: 'Of a tour', fields: [year] } });
  await kb.createResource({
    texts: { note: { body: 'A tour of the glacier.' } },
    key_values: { tour: { data: { year: { lower: 1900, upper: 1908 } } } },
  });
  const fields = [{ key: 'guide', type: 'text', repeated: true, description: 'Who leads' } as const];
  await kb.api(modifyKvSchema, { params: { schema_id: 'tour' }, body: { fields } });
  await kb.api(createKvSchema, { body: { id: 'empty', fields: [] } });
}

/** Adds the documents of a box other than its resources. */
async function addDocuments(kb: KnowledgeBoxClient): Promise<void> {
  const labels = [{ title: 'Ibex', text: 'A goat', uri: 'https://example.org/ibex' }, { title: 'Marmot' }];
  await kb.api(putLabelset, { params: { labelset: 'animals' }, body: { title: 'Animals', color: '#123', labels } });
  const kind = ['PARAGRAPHS' as const];
  await kb.api(putLabelset, { params: { labelset: 'Ta gs/1' }, body: { multiple: false, kind } });
  await kb.api(putSynonyms, { body: { synonyms: { ibex: ['wild goat', 'capra'], dam: ['wall'] } } });
  const config = { top_k: 3, features: ['keyword'], reranker: 'noop' };
  await kb.api(createSearchConfiguration, { params: { name: 'few' }, body: { kind: 'find', config } });
  const verse = { prompt: { system: 'Answer in verse.' }, citations: true };
  await kb.api(createSearchConfiguration, { params: { name: 'in verse' }, body: { kind: 'ask', config: verse } });
  const question = { id: 'dam', question: 'Who climbs the dam?', documents: ['ibex'], facts: ['ibex|goat'] };
  const answered = { question: 'When was it built?', groups: ['/keepers'], learning_id: 'a'.repeat(32) };
  await kb.api(createEvaluationSet, { body: { title: 'Dam', questions: [question, answered] } });
  await kb.api(createEvaluationSet, { body: { title: 'Why', questions: [{ question: 'Why?', answerable: false }] } });
}

async function addFiles(kb: KnowledgeBoxClient): Promise<void> {
  const subtitles = 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe marmot whistles before it hides.\n';
  await kb.upload(Buffer.from(subtitles), { filename: 'mårmot & co.vtt', contentType: 'text/vtt' });
  await kb.upload(Buffer.from('no document'), { filename: 'x.pdf', contentType: 'application/pdf' });
  const headers = { 'x-skip-store': true };
  const discarded = Buffer.from('The chough is not kept.');
  await kb.upload(discarded, { filename: 'chough.txt', contentType: 'text/plain', headers });
  const guide = await readFile('libs/extraction/src/fixtures/guide.pdf');
  await kb.upload(guide, { filename: 'guide.pdf', contentType: 'application/pdf' });
  const picture = await readFile('libs/extraction/src/fixtures/notice.png');
  await kb.upload(picture, { filename: 'notice.png', contentType: 'image/png' });
}

/** Everything that a box can have: each kind of field, findings and failures, what users say, and settings. */
export async function fillWholeBox(kb: KnowledgeBoxClient): Promise<void> {
  await kb.createResource({
    slug: 'ibex',
    title: 'Ibex',
    summary: 'Of an ibex and a dam.',
    thumbnail: 'https://example.org/ibex.png',
    metadata: { metadata: { shelf: 'A 1' }, language: 'en', languages: ['de'] },
    usermetadata: {
      classifications: [
        { labelset: 'animals', label: 'ibex' },
        { labelset: 'animals', label: 'goat', cancelled_by_user: true },
      ],
    },
    origin: {
      source_id: 'feed',
      url: 'https://example.org/ibex',
      created: '2024-05-01T10:11:12+02:00',
      tags: ['alps'],
      collaborators: ['editor'],
      metadata: { a: 'b' },
      path: 'animals/ibex.md',
    },
    extra: { metadata: { deep: { list: [1, null, { of: 'things' }] }, '0': 'zero' } },
    security: { access_groups: ['/keepers', 'wardens'] },
    texts: {
      letter: { body: 'Ada Lovelace wrote to Charles Babbage from London on 12 March 1842.' },
      note: { body: 'The ibex climbs the wall of the dam.\n\nIt licks the salt of the stones.' },
      page: { body: '# Dam\n\nBuilt in *1908*.\n\n| Who | When |\n| - | - |\n| ibex | dawn |', format: 'MARKDOWN' },
      empty: { body: '' },
    },
  });
  await kb.createResource({ hidden: true, texts: { a: { body: 'Überraschung: eine Ziege 🐐 und ein Stein\u0301.' } } });
  await kb.createResource({
    title: 'A page that nobody may fetch',
    links: { page: { uri: 'http://10.1.2.3/page', css_selector: 'main', language: 'en' } },
    files: { far: { file: { uri: 'http://10.1.2.3/far.pdf', md5: 'a'.repeat(32) } } },
  });
  const long = Array.from({ length: 150 }, (_, i) => `Chapter ${i}. The glacier moves ${i} centimetres.`);
  await kb.createResource({ texts: { long: { body: long.join('\n\n').padEnd(30_000, ' ') } } });
  await addFiles(kb);
  await addConversation(kb);
  await addAnnotated(kb);
  await addKeyValues(kb);
  await addDocuments(kb);
}
