import { Button, Card, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Kept, strategyName } from '../../data/strategies';
import { ConfirmRemoval, type Removal } from '../../parts/confirm-removal';
import { CopyText } from '../../parts/copy-text';

interface StrategyListProps<S> {
  readonly label: string;
  readonly strategies: readonly Kept<S>[];
  /** What a strategy does, in plain words. */
  readonly factsOf: (config: S) => readonly string[];
  readonly mayChange: boolean;
  readonly onCopy: (strategy: Kept<S>) => void;
  readonly removal: Removal<string>;
}

/** Strategies as cards, with the ids that documents name. */
export function StrategyList<S extends { readonly name?: string | null }>(props: StrategyListProps<S>) {
  const { label, strategies, removal } = props;
  const { t } = useTranslation('strategies');
  const [removed, setRemoved] = useState<Kept<S>>();
  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 1, md: 2 }} className="plain-list" aria-label={label}>
        {strategies.map((strategy) => (
          <StrategyCard key={strategy.id} {...props} strategy={strategy} onDelete={() => setRemoved(strategy)} />
        ))}
      </SimpleGrid>
      {removed && (
        <ConfirmRemoval
          title={t('deleteOf', { name: strategyName(removed) })}
          name={strategyName(removed)}
          action={t('delete')}
          done={t('deleted')}
          removal={removal}
          of={removed.id}
          onClose={() => setRemoved(undefined)}
        >
          {t('deleteText')}
        </ConfirmRemoval>
      )}
    </>
  );
}

interface StrategyCardProps<S> extends Pick<StrategyListProps<S>, 'factsOf' | 'mayChange' | 'onCopy'> {
  readonly strategy: Kept<S>;
  readonly onDelete: () => void;
}

function StrategyCard<S extends { readonly name?: string | null }>(props: StrategyCardProps<S>) {
  const { strategy, factsOf, mayChange, onCopy, onDelete } = props;
  const { t } = useTranslation('strategies');
  const name = strategyName(strategy);
  return (
    <Card withBorder padding="md" component="li" aria-label={name}>
      <Stack gap="xs">
        <Title order={3} size="h5" className="content-text" dir="auto">
          {name}
        </Title>
        <Stack gap={2}>
          {factsOf(strategy.config).map((fact) => (
            <Text key={fact} size="sm" className="content-text">
              {fact}
            </Text>
          ))}
        </Stack>
        <Group gap="xs">
          <Code className="content-text">{strategy.id}</Code>
          <CopyText text={strategy.id} label={t('copyId')} />
        </Group>
        {mayChange && (
          <Group gap={4}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('changeOf', { name })}
              onClick={() => onCopy(strategy)}
            >
              {t('change')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('deleteOf', { name })}
              onClick={onDelete}
            >
              {t('delete')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
