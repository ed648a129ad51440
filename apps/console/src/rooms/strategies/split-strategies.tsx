import type { SplitStrategy } from '@lectern/contracts/understanding';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { splitStrategiesQuery } from '../../data/strategies';
import { numberText } from '../../parts/quantities';
import { SplitDialog } from './split-dialog';
import { splitDraftOf } from './strategy-draft';
import { useRemoveSplit } from './strategy-changes';
import { StrategySection } from './strategy-section';

interface SplitStrategiesProps {
  readonly kbid: string;
  readonly mayChange: boolean;
}

/** Where texts are cut into passages. */
export function SplitStrategies({ kbid, mayChange }: SplitStrategiesProps) {
  return (
    <StrategySection
      kind="split"
      query={useQuery(splitStrategiesQuery(kbid))}
      factsOf={useSplitFacts()}
      mayChange={mayChange}
      removal={useRemoveSplit(kbid)}
      empty={{}}
      dialogOf={(begun, onClose) => <SplitDialog kbid={kbid} begun={begun} onClose={onClose} />}
    />
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
