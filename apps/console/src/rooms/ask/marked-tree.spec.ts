import { marks } from './citations';
import { markTree, type Node } from './marked-tree';

const text = (value: string): Node => ({ type: 'text', value });
const strong = (value: string): Node => ({ type: 'element', tagName: 'strong', children: [text(value)] });

/** The tree as HTML, to read it. */
function shown({ type, value = '', tagName = '', children = [] }: Node): string {
  const inner = children.map(shown).join('');
  if (type === 'text') return value;
  return type === 'root' ? inner : `<${tagName}>${inner}</${tagName}>`;
}

function treeOf(...children: Node[]): string {
  const root = { type: 'root', children };
  markTree()(root);
  return shown(root);
}

describe('the tree of an answer', () => {
  it('has citations where the marks were', () => {
    expect(treeOf(text(`One.${marks.cite}1${marks.citeEnd}${marks.cite}12${marks.citeEnd} Two`))).toBe(
      'One.<cite>1</cite><cite>12</cite> Two',
    );
  });

  it('marks an unsupported sentence across elements, and notes its end', () => {
    const nodes = [text(`True. ${marks.unsupported}False `), strong('very'), text(` false.${marks.unsupportedEnd} On`)];
    expect(treeOf(...nodes)).toBe(
      'True. <span>False </span><strong><span>very</span></strong><span> false.</span><small></small> On',
    );
  });

  it('shows no mark that has lost its other half', () => {
    expect(treeOf(text(`One${marks.cite}x${marks.citeEnd}`))).toBe('Onex');
  });
});
