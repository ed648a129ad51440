interface Named {
  readonly title: string;
  readonly slug: string;
  readonly description?: string | null;
}

/** The boxes whose title, slug or description contains all words, without regard to case and accents. */
export function boxesNamed<T extends Named>(boxes: readonly T[], text: string): readonly T[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return boxes.filter(({ title, slug, description }) => {
    const names = plain(`${title} ${slug} ${description ?? ''}`);
    return words.every((word) => names.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
