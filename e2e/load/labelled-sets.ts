import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text and the labels that people gave to it; none if it is about none of the set. */
export interface LabelledText {
  readonly text: string;
  readonly labels: readonly string[];
}

/** Texts with labels, and what the labels mean, in words of our own. */
export interface LabelledSet {
  readonly name: string;
  readonly multiple: boolean;
  readonly descriptions: Readonly<Record<string, string>>;
  readonly texts: readonly LabelledText[];
}

type Row = Readonly<Record<string, string>>;
interface Review {
  readonly text: string;
  readonly sentences: readonly { readonly text: string; readonly features: readonly { readonly feature: string }[] }[];
}
interface Talk {
  readonly messages: readonly { readonly text: string }[];
}

const TEXTS_PER_KIND = 100;
const CHARS_MIN = 15;
const TURNS = 12;

/** 16 of 24 articles of Wikipedia, by their paragraphs; those of the other eight have no label. */
const articles: Readonly<Record<string, string>> = {
  'Martin Luther': 'The German reformer, his theses, translations of the Bible and quarrels with the church',
  'Nikola Tesla': 'The inventor, alternating current, wireless power, his laboratories and patents',
  Chloroplast: 'Organelles of plant cells in which photosynthesis takes place',
  'Apollo program': 'American spaceflights to the Moon in the 1960s and 1970s',
  Kenya: 'The East African country, its people, economy and government',
  'Super Bowl 50': 'The American football championship game of 2016',
  Warsaw: 'The capital of Poland, its history, districts and culture',
  'Computational complexity theory': 'How much time and memory algorithms need; classes of problems such as P and NP',
  'Steam engine': 'Engines driven by steam, boilers, pistons and turbines',
  Normans: 'The medieval people of Normandy and their conquests',
  'Economic inequality': 'Differences of income and wealth between people, their causes and effects',
  Force: "Forces in physics: Newton's laws, gravity, friction, electromagnetism",
  Huguenot: 'French Protestants, their persecution and emigration',
  Rhine: 'The European river, its course, delta and valley',
  Oxygen: 'The chemical element, its properties, discovery and uses',
  'Scottish Parliament': 'The legislature of Scotland, its members, powers and elections',
};

/** Kinds of documents; encyclopaedic paragraphs, e-mails and tables have no label. */
const kinds = {
  'product review': 'A customer tells what is good and bad about a device that they bought',
  aerodynamics: 'Research on flows of air, wings, boundary layers, heat transfer and supersonic speeds',
  'library science': 'Studies of libraries, cataloguing, documentation and information retrieval',
  biomedicine: 'Research in biology and medicine: cells, genes, drugs, diseases and patients',
  news: 'Reports of news agencies about politics, accidents, crime, business and sports',
  'personal finance': 'Advice about money: investments, taxes, loans, shares and savings',
  'cloud services': 'Documentation of cloud computing: servers, containers, databases, networks and APIs',
  'telephone talk': 'People chat with each other on the telephone',
} as const;

/** Parts of devices in sentences of reviews, by the features that readers marked. */
const aspects: Readonly<Record<string, readonly [description: string, features: RegExp]>> = {
  sound: ['How it sounds: music, audio quality, volume', /^(sound|sound quality|audio|volume|eax)$/],
  picture: [
    'Photos, picture and video quality, colours',
    /^(picture|picture quality|color|indoor shot|macro|video|video output|optical zoom|progressive scan|\w+ mode)$/,
  ],
  battery: ['The battery, how long it lasts, charging', /^battery/],
  price: ['What it costs, whether it is worth the money', /^(price|value|deal)$/],
  size: ['How big and heavy it is, whether it fits a pocket', /^(size|weight)$/],
  software: [
    'Programs for the computer, installing them, transferring files',
    /^(software|installation|mediasource|nomad explorer|(file )?transfer|sync|firmware|program|firewire)$/,
  ],
  controls: [
    'Buttons, menus, the remote control, scroll wheel and navigation',
    /^(navigation|control|scroll|scroll wheel|button|remote|remote control|menu|interface|user interface)$/,
  ],
  support: [
    'Customer service, warranty, returns and repairs',
    /^(customer service|support|customer support|warranty)$/,
  ],
  storage: ['How much it can hold: disk and memory space', /^(storage|memory|hard drive)$/],
};

/** The sets that a folder of unpacked corpora makes possible. */
export function labelledSets(folder: string): readonly LabelledSet[] {
  const rows = <T = Row>(...path: readonly string[]) => rowsOf<T>(join(folder, ...path));
  return [topics(rows), documents(rows), reviews(rows), attacks(rows)].filter(({ texts }) => texts.length > 0);
}

type ReadRows = <T = Row>(...path: readonly string[]) => readonly T[];

function topics(rows: ReadRows): LabelledSet {
  const texts = rows('squad', 'dev', 'corpus.jsonl').map(({ title = '', text = '' }) => ({
    text,
    labels: title in articles ? [title] : [],
  }));
  return { name: 'topics of paragraphs', multiple: false, descriptions: articles, texts };
}

function documents(rows: ReadRows): LabelledSet {
  const finance = rows('mtrag_un', 'dev', 'corpus.jsonl');
  const talks = rows<Talk>('switchboard', 'dev.jsonl').flatMap(({ messages }) => turnsOf(messages));
  const byKind: Readonly<Record<keyof typeof kinds, readonly string[]>> = {
    'product review': textsOf(rows('product_reviews', 'dev.jsonl')),
    aerodynamics: textsOf(rows('cranfield', 'corpus.jsonl')),
    'library science': textsOf(rows('cisi', 'corpus.jsonl')),
    biomedicine: textsOf(rows('scifact', 'corpus.jsonl')),
    news: textsOf(rows('ieer', 'dev.jsonl')),
    'personal finance': textsOf(finance.filter(({ domain }) => domain === 'fiqa')),
    'cloud services': textsOf(finance.filter(({ domain }) => domain === 'ibmcloud')),
    'telephone talk': talks,
  };
  const labelled = Object.entries(byKind).flatMap(([label, texts]) => some(texts, [label]));
  const others = textsOf(rows('squad', 'dev', 'corpus.jsonl')).filter((_, i) => i % 10 === 0);
  const mails = rows('bipia', 'dev', 'contexts.jsonl').map(({ context = '' }) => context);
  const texts = labelled.length > 0 ? [...labelled, ...some(others, []), ...some(mails, [])] : [];
  return { name: 'kinds of documents', multiple: false, descriptions: kinds, texts };
}

function reviews(rows: ReadRows): LabelledSet {
  const texts = rows<Review>('product_reviews', 'dev.jsonl').flatMap(({ sentences }) =>
    sentences
      .filter(({ text }) => text.length >= CHARS_MIN)
      .map(({ text, features }) => ({
        text,
        labels: Object.keys(aspects).filter((name) => features.some((one) => aspects[name]?.[1].test(one.feature))),
      })),
  );
  const descriptions = Object.fromEntries(Object.entries(aspects).map(([name, [description]]) => [name, description]));
  return { name: 'aspects in sentences', multiple: true, descriptions, texts };
}

/** Categories of attacks, by their names alone; e-mails have none. */
function attacks(rows: ReadRows): LabelledSet {
  const labelled = rows('bipia', 'dev', 'attacks.jsonl').map(({ attack = '', category = '' }) => ({
    text: attack,
    labels: [category],
  }));
  const mails = rows('bipia', 'dev', 'contexts.jsonl').filter(({ task }) => task === 'email');
  const names = [...new Set(labelled.flatMap(({ labels }) => labels))];
  const others = labelled.length > 0 ? mails.map(({ context = '' }) => ({ text: context, labels: [] })) : [];
  return {
    name: 'categories of attacks',
    multiple: false,
    descriptions: Object.fromEntries(names.map((name) => [name, ''])),
    texts: [...labelled, ...others],
  };
}

function textsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ text = '' }) => text);
}

function some(texts: readonly string[], labels: readonly string[]): readonly LabelledText[] {
  return texts
    .filter((text) => text.trim().length > CHARS_MIN)
    .slice(0, TEXTS_PER_KIND)
    .map((text) => ({ text, labels }));
}

/** Some turns of a talk at a time. */
function turnsOf(messages: Talk['messages']): readonly string[] {
  const starts = Array.from({ length: Math.floor(messages.length / 20) }, (_, i) => i * 20);
  return starts.map((from) =>
    messages
      .slice(from, from + TURNS)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Rows of a file of JSON lines; none if there is no such file. */
export function rowsOf<T>(file: string): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // The documentation of the benchmarks names the formats.
  return lines.filter((text) => text.trim() !== '').map((text) => JSON.parse(text) as T);
}
