import { sourcesOf } from './pasted';

describe('what was pasted', () => {
  it('is addresses when it has nothing else, each once', () => {
    const pasted = ' https://a.example/x\nhttp://b.example  https://a.example/x\n';
    expect(sourcesOf(pasted, '')).toEqual([
      { kind: 'link', uri: 'https://a.example/x' },
      { kind: 'link', uri: 'http://b.example' },
    ]);
  });

  it('is a text when there is a word beside an address', () => {
    expect(sourcesOf('see https://a.example', '')).toEqual([
      { kind: 'text', title: 'see https://a.example', body: 'see https://a.example' },
    ]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://user:secret@a.example', 'https://'])(
    'is no address: %s',
    (pasted) => {
      expect(sourcesOf(pasted, '')).toMatchObject([{ kind: 'text' }]);
    },
  );

  it('has the title that was given, else its first line, cut between characters', () => {
    expect(sourcesOf('one\ntwo', ' Mine ')).toMatchObject([{ title: 'Mine' }]);
    expect(sourcesOf('😀'.repeat(100), '')).toMatchObject([{ title: `${'😀'.repeat(79)}…` }]);
  });

  it.each(['', '  \n'])('is nothing: %j', (pasted) => {
    expect(sourcesOf(pasted, 'title')).toEqual([]);
  });
});
