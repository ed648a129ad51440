import { Checkbox, Fieldset, Stack } from '@mantine/core';
import { type ExtractStrategy, MERGED_PAGES_MAX } from '@lectern/contracts/understanding';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../parts/number-field';
import { useAddExtract } from './strategy-changes';
import { StrategyDialog } from './strategy-dialog';
import { type ExtractDraft, extractConfigOf, extractDraftOf } from './strategy-draft';
import { StrategyModelField, StrategyRules } from './strategy-fields';

const CALLS_MAX = 32;

interface ExtractDialogProps {
  readonly kbid: string;
  /** The strategy that a new one begins with. */
  readonly begun: ExtractStrategy;
  readonly onClose: () => void;
}

/** A dialog that adds an extract strategy. */
export function ExtractDialog({ kbid, begun, onClose }: ExtractDialogProps) {
  const { t } = useTranslation('strategies');
  const [draft, setDraft] = useState(() => extractDraftOf(begun));
  const change = (part: Partial<ExtractDraft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <StrategyDialog
      title={t('extract.new')}
      {...{ begun, draft, change, onClose }}
      configOf={extractConfigOf}
      addition={useAddExtract(kbid)}
    >
      <SeeingFields kbid={kbid} draft={draft} change={change} />
      <Checkbox
        label={t('form.withHidden')}
        description={t('form.withHiddenHint')}
        checked={draft.withHidden}
        onChange={(event) => change({ withHidden: event.currentTarget.checked })}
      />
    </StrategyDialog>
  );
}

interface SeeingFieldsProps {
  readonly kbid: string;
  readonly draft: ExtractDraft;
  readonly change: (part: Partial<ExtractDraft>) => void;
}

/** What a model that sees pages does. */
function SeeingFields({ kbid, draft, change }: SeeingFieldsProps) {
  const { t } = useTranslation('strategies');
  return (
    <Fieldset legend={t('form.seeing')}>
      <Stack gap="sm">
        <Checkbox
          label={t('form.pages')}
          description={t('form.pagesHint')}
          checked={draft.readsPages}
          onChange={(event) => change({ readsPages: event.currentTarget.checked })}
        />
        {draft.readsPages && (
          <StrategyRules label={t('form.pageRules')} value={draft.rules} onChange={(rules) => change({ rules })} />
        )}
        <Checkbox
          label={t('form.tables')}
          description={t('form.tablesHint')}
          checked={draft.readsTables}
          onChange={(event) => change({ readsTables: event.currentTarget.checked })}
        />
        {draft.readsTables && <TableFields draft={draft} change={change} />}
        {(draft.readsPages || draft.readsTables) && (
          <>
            <StrategyModelField kbid={kbid} needsEyes value={draft.model} onChange={(model) => change({ model })} />
            <NumberField
              label={t('form.calls')}
              placeholder={t('form.usual')}
              value={draft.callsMax}
              onChange={(callsMax) => change({ callsMax })}
              min={1}
              max={CALLS_MAX}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}

function TableFields({ draft, change }: Omit<SeeingFieldsProps, 'kbid'>) {
  const { t } = useTranslation('strategies');
  return (
    <>
      <StrategyRules
        label={t('form.tableRules')}
        value={draft.tableRules}
        onChange={(tableRules) => change({ tableRules })}
      />
      <Checkbox
        label={t('form.merge')}
        checked={draft.mergesPages}
        onChange={(event) => change({ mergesPages: event.currentTarget.checked })}
      />
      {draft.mergesPages && (
        <NumberField
          label={t('form.mergeMax')}
          placeholder={t('form.usual')}
          value={draft.pagesMax}
          onChange={(pagesMax) => change({ pagesMax })}
          min={1}
          max={MERGED_PAGES_MAX}
        />
      )}
    </>
  );
}
