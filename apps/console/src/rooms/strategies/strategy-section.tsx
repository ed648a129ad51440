import { Button, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kept } from '../../data/strategies';
import type { Removal } from '../../parts/confirm-removal';
import { Loaded } from '../../parts/loaded';
import { Section } from '../../parts/section';
import { StrategyList } from './strategy-list';

interface StrategySectionProps<S> {
  /** Texts are named by it. */
  readonly kind: 'extract' | 'split';
  readonly query: UseQueryResult<readonly Kept<S>[]>;
  readonly factsOf: (config: S) => readonly string[];
  readonly mayChange: boolean;
  readonly removal: Removal<string>;
  /** A new strategy without anything. */
  readonly empty: S;
  /** The dialog of a new strategy that begins with one. */
  readonly dialogOf: (begun: S, onClose: () => void) => ReactNode;
}

/** Strategies of a kind, what they are for, and the way to add one. */
export function StrategySection<S extends { readonly name?: string | null }>(props: StrategySectionProps<S>) {
  const { kind, query, mayChange, empty, dialogOf, ...list } = props;
  const { t } = useTranslation('strategies');
  /** A new one begins empty, or with another one. */
  const [begun, setBegun] = useState<S>();
  const add = mayChange && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setBegun(empty)}>
      {t(`${kind}.new`)}
    </Button>
  );
  return (
    <Section title={t(`${kind}.title`)} actions={add}>
      <Text size="sm">{t(`${kind}.text`)}</Text>
      <Loaded query={query}>
        {(strategies) =>
          strategies.length === 0 ? (
            <Text c="dimmed">{t(`${kind}.none`)}</Text>
          ) : (
            <StrategyList
              {...list}
              label={t(`${kind}.title`)}
              strategies={strategies}
              mayChange={mayChange}
              onCopy={({ config }) => setBegun(config)}
            />
          )
        }
      </Loaded>
      {begun && dialogOf(begun, () => setBegun(undefined))}
    </Section>
  );
}
