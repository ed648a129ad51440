import type { ExtractStrategy } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { extractStrategiesQuery } from '../../data/strategies';
import { numberText } from '../../parts/quantities';
import { ExtractDialog } from './extract-dialog';
import { useRemoveExtract } from './strategy-changes';
import { StrategySection } from './strategy-section';

interface ExtractStrategiesProps {
  readonly kbid: string;
  readonly mayChange: boolean;
}

/** How texts are taken out of documents. */
export function ExtractStrategies({ kbid, mayChange }: ExtractStrategiesProps) {
  return (
    <StrategySection
      kind="extract"
      query={useQuery(extractStrategiesQuery(kbid))}
      factsOf={useExtractFacts()}
      mayChange={mayChange}
      removal={useRemoveExtract(kbid)}
      empty={{}}
      dialogOf={(begun, onClose) => <ExtractDialog kbid={kbid} begun={begun} onClose={onClose} />}
    />
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
