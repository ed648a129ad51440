import { Button, Text } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import type { ExtractStrategy } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extractStrategiesQuery } from '../../data/strategies';
import { Loaded } from '../../parts/loaded';
import { numberText } from '../../parts/quantities';
import { Section } from '../../parts/section';
import { ExtractDialog } from './extract-dialog';
import { useRemoveExtract } from './strategy-changes';
import { StrategyList } from './strategy-list';

interface ExtractStrategiesProps {
  readonly kbid: string;
  readonly mayChange: boolean;
}

/** How texts are taken out of documents. */
export function ExtractStrategies({ kbid, mayChange }: ExtractStrategiesProps) {
  const { t } = useTranslation('strategies');
  const query = useQuery(extractStrategiesQuery(kbid));
  const factsOf = useExtractFacts();
  const removal = useRemoveExtract(kbid);
  /** A new one begins empty, or with another one. */
  const [begun, setBegun] = useState<ExtractStrategy>();
  const add = mayChange && (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setBegun({})}>
      {t('extract.new')}
    </Button>
  );
  return (
    <Section title={t('extract.title')} actions={add}>
      <Text size="sm">{t('extract.text')}</Text>
      <Loaded query={query}>
        {(strategies) =>
          strategies.length === 0 ? (
            <Text c="dimmed">{t('extract.none')}</Text>
          ) : (
            <StrategyList
              label={t('extract.title')}
              strategies={strategies}
              factsOf={factsOf}
              mayChange={mayChange}
              onCopy={({ config }) => setBegun(config)}
              removal={removal}
            />
          )
        }
      </Loaded>
      {begun && <ExtractDialog kbid={kbid} begun={begun} onClose={() => setBegun(undefined)} />}
    </Section>
  );
}

function useExtractFacts() {
  const { t, i18n } = useTranslation('strategies');
  return (config: ExtractStrategy): readonly string[] => {
    const { vllm_config: pages, ai_tables: tables, include_hidden: withHidden, split } = config;
    const rules = (pages?.rules?.length ?? 0) + (tables?.rules?.length ?? 0);
    const model = pages?.llm?.generative_model || tables?.llm?.generative_model;
    const facts = [
      pages && t('facts.pages'),
      tables && t(tables.merge_pages ? 'facts.mergedTables' : 'facts.tables'),
      withHidden && t('facts.hidden'),
      split?.max_paragraph && t('facts.paragraph', { chars: numberText(split.max_paragraph, i18n.language) }),
      rules > 0 && t('facts.rules', { count: rules }),
      model && t('facts.model', { model }),
    ].filter((fact) => typeof fact === 'string');
    return facts.length > 0 ? facts : [t('facts.usual')];
  };
}
