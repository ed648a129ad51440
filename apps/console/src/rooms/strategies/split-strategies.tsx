import { Button, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { SplitStrategy } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitStrategiesQuery } from '../../data/strategies';
import { Loaded } from '../../parts/loaded';
import { numberText } from '../../parts/quantities';
import { Section } from '../../parts/section';
import { SplitDialog } from './split-dialog';
import { splitDraftOf } from './strategy-draft';
import { useRemoveSplit } from './strategy-changes';
import { StrategyList } from './strategy-list';

interface SplitStrategiesProps {
  readonly kbid: string;
  readonly mayChange: boolean;
}

/** Where texts are cut into passages. */
export function SplitStrategies({ kbid, mayChange }: SplitStrategiesProps) {
  const { t } = useTranslation('strategies');
  const query = useQuery(splitStrategiesQuery(kbid));
  const factsOf = useSplitFacts();
  const removal = useRemoveSplit(kbid);
  /** A new one begins empty, or with another one. */
  const [begun, setBegun] = useState<SplitStrategy>();
  const add = mayChange && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setBegun({})}>
      {t('split.new')}
    </Button>
  );
  return (
    <Section title={t('split.title')} actions={add}>
      <Text size="sm">{t('split.text')}</Text>
      <Loaded query={query}>
        {(strategies) =>
          strategies.length === 0 ? (
            <Text c="dimmed">{t('split.none')}</Text>
          ) : (
            <StrategyList
              label={t('split.title')}
              strategies={strategies}
              factsOf={factsOf}
              mayChange={mayChange}
              onCopy={({ config }) => setBegun(config)}
              removal={removal}
            />
          )
        }
      </Loaded>
      {begun && <SplitDialog kbid={kbid} begun={begun} onClose={() => setBegun(undefined)} />}
    </Section>
  );
}

function useSplitFacts() {
  const { t, i18n } = useTranslation('strategies');
  return (config: SplitStrategy): readonly string[] => {
    const { kind, splitter, model, paragraphMax } = splitDraftOf(config);
    const rules = config.llm_split?.rules?.length ?? 0;
    // A line break is seen as programs write it.
    const shown = JSON.stringify(splitter).slice(1, -1);
    return [
      kind === 'text' ? t('facts.cutAt', { text: shown }) : t(kind === 'model' ? 'facts.cutByModel' : 'facts.cutUsual'),
      paragraphMax !== undefined && t('facts.paragraph', { chars: numberText(paragraphMax, i18n.language) }),
      rules > 0 && t('facts.rules', { count: rules }),
      model !== '' && t('facts.model', { model }),
    ].filter((fact) => typeof fact === 'string');
  };
}
