import { Textarea } from '@mantine/core';
import { type SplitStrategy, SPLITTER_CHARS_MAX } from '@lectern/contracts/understanding';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice';
import { useAddSplit } from './strategy-changes';
import { StrategyDialog } from './strategy-dialog';
import { type SplitDraft, splitConfigOf, splitDraftOf } from './strategy-draft';
import { StrategyModelField, StrategyRules } from './strategy-fields';

const kinds = ['usual', 'text', 'model'] as const;

interface SplitDialogProps {
  readonly kbid: string;
  /** The strategy that a new one begins with. */
  readonly begun: SplitStrategy;
  readonly onClose: () => void;
}

/** A dialog that adds a split strategy. */
export function SplitDialog({ kbid, begun, onClose }: SplitDialogProps) {
  const { t } = useTranslation('strategies');
  const [draft, setDraft] = useState(() => splitDraftOf(begun));
  const change = (part: Partial<SplitDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <StrategyDialog
      title={t('split.new')}
      {...{ begun, draft, change, onClose }}
      configOf={splitConfigOf}
      addition={useAddSplit(kbid)}
    >
      <Choice
        label={t('form.cuts')}
        values={kinds}
        value={draft.kind}
        textOf={(kind) => t(`form.cut.${kind}`)}
        hintOf={(kind) => t(`form.cutHint.${kind}`)}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'text' && (
        <Textarea
          label={t('form.splitter')}
          description={t('form.splitterHint')}
          value={draft.splitter}
          onChange={(event) => change({ splitter: event.currentTarget.value })}
          maxLength={SPLITTER_CHARS_MAX}
          dir="auto"
          autosize
          minRows={1}
          maxRows={6}
          required
        />
      )}
      {draft.kind === 'model' && (
        <>
          <StrategyRules label={t('form.cutRules')} value={draft.rules} onChange={(rules) => change({ rules })} />
          <StrategyModelField
            kbid={kbid}
            needsEyes={false}
            value={draft.model}
            onChange={(model) => change({ model })}
          />
        </>
      )}
    </StrategyDialog>
  );
}
