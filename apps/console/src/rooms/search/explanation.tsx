import { Stack, Text } from '@mantine/core';
import type { ScoreExplanation } from '@lectern/contracts/search';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../parts/loaded';
import { type Bar, explanationPicture, type ExplanationPicture, type Scale, scaleOf } from './explanation-picture';
import { explainedQuery, type Search } from './search-queries';

interface ExplanationProps {
  readonly paragraph: string;
  readonly search: Search;
}

/** Scores of a passage by words, meaning and reranker, as a picture. */
export function Explanation({ paragraph, search }: ExplanationProps) {
  const { t } = useTranslation('search');
  const query = useQuery(explainedQuery(search));
  return (
    <Loaded query={query}>
      {(explanations) => {
        const explanation = explanations[paragraph];
        if (!explanation) return <Text size="sm">{t('why.unknown')}</Text>;
        return <Picture explanation={explanation} scale={scaleOf(Object.values(explanations))} />;
      }}
    </Loaded>
  );
}

function usePercent(): (share: number) => string {
  const { i18n } = useTranslation('search');
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (share) => format.format(share);
}

/** The picture in words, for those who do not see it. */
function useWords({ rankings, reranker }: ExplanationPicture): string {
  const { t } = useTranslation('search');
  const percent = usePercent();
  const parts = rankings.map(({ of, length, place }) =>
    t('why.part', { name: t(`why.${of}`), share: percent(length), place }),
  );
  const retrieval = percent(rankings.reduce((sum, { length }) => sum + length, 0));
  const end = reranker ? t('why.reranked', { share: percent(reranker.length) }) : t('why.notReranked');
  return `${t('why.picture', { retrieval, parts: parts.join(', ') })} ${end}`;
}

const HEIGHT = 14;
const GAP = 8;

function Picture({ explanation, scale }: { readonly explanation: ScoreExplanation; readonly scale: Scale }) {
  const { t } = useTranslation('search');
  const percent = usePercent();
  const picture = explanationPicture(explanation, scale);
  const words = useWords(picture);
  const weight = explanation.fusion?.semantic_weight;
  const rows = [picture.rankings, ...(picture.reranker ? [[picture.reranker]] : [])];
  return (
    <Stack gap={6} className="explanation">
      <svg role="img" aria-label={words} width="100%" height={rows.length * (HEIGHT + GAP) - GAP}>
        {rows.map((bars, row) => (
          <Row key={row} bars={bars} y={row * (HEIGHT + GAP)} />
        ))}
      </svg>
      <ul className="legend" aria-hidden>
        {rows.flat().map((bar) => (
          <Entry key={bar.of} bar={bar} />
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {picture.reranker ? t('why.reranked', { share: percent(picture.reranker.length) }) : t('why.notReranked')}{' '}
        {weight !== undefined && t('why.weight', { share: percent(weight) })}
      </Text>
    </Stack>
  );
}

function Row({ bars, y }: { readonly bars: readonly Bar[]; readonly y: number }) {
  const percent = (share: number) => `${Math.min(share, 1) * 100}%`;
  return (
    <>
      <rect className="bar-rest" y={y} width="100%" height={HEIGHT} rx={3} />
      {bars.map(({ of, start, length }) => (
        <rect
          key={of}
          className={`bar-${of}`}
          x={percent(start)}
          y={y}
          width={percent(length)}
          height={HEIGHT}
          rx={3}
        />
      ))}
    </>
  );
}

function Entry({ bar: { of, place } }: { readonly bar: Bar }) {
  const { t } = useTranslation('search');
  const name = t(`why.${of}`);
  return (
    <li>
      <svg width={10} height={10}>
        <rect className={`bar-${of}`} width={10} height={10} rx={2} />
      </svg>
      {place === undefined ? name : t('why.place', { name, place })}
    </li>
  );
}
