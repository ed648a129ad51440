import { lexicalScores } from '@lectern/ranking';
import { analysedSoFar } from '@lectern/text';
import { checkedCitations } from './hosted/checked-citations';
import { LocalGenerator } from './local/local-generator';
import { LocalAnswerScorer } from './scoring/local-answer-scorer';

describe('paragraphs that finds have read', () => {
  const question = 'Who explained the neap tides?';
  const paragraphs = [
    'Neap tides come when the moon is half full. Isaac Newton explained the neap tides in 1687.',
    'The harbour has a museum of ropes.\nIts sea wall is 450 metres long and 12 metres high.',
    'Spring tides are high:\n\n- They come with the full moon.\n- They come with the new moon.',
  ];
  const candidates = paragraphs.map((one, i) => ({
    text: one,
    title: `Of the sea, part ${i}`,
    language: 'en',
    score: 3 - i,
    kept: {},
  }));
  const context = candidates.map(({ text: one, title, language }, i) => ({ key: `${i}`, text: one, title, language }));
  const { signal } = new AbortController();

  async function analysedWhile(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = analysedSoFar();
    await work();
    const added = Object.entries(analysedSoFar()).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
    return Object.fromEntries(added.filter(([, count]) => count > 0));
  }

  it('are not read again by what answers from them, cites them and scores the answer', async () => {
    for (let time = 0; time < 3; time += 1) await lexicalScores(question, candidates);
    let answer = '';
    const asked = await analysedWhile(async () => {
      for await (const chunk of new LocalGenerator().generate(
        { question, context, history: [], citations: 'default' },
        { signal },
      ))
        if (chunk.type === 'text') answer += chunk.text;
    });
    expect(answer).toContain('Isaac Newton explained the neap tides in 1687.');
    expect(asked['words']).toBeUndefined();
    const scored = await analysedWhile(async () => {
      await checkedCitations({ answer, context, citations: 'default', blocks: new Map() });
      await new LocalAnswerScorer().score({ question, answer, contexts: paragraphs }, { signal });
    });
    expect(scored['words']).toBeUndefined();
    expect(scored['units']).toBeUndefined();
  });
});
