import { Checkbox, Fieldset, Modal, Stack, Text } from '@mantine/core';
import { type ExtractStrategy, MERGED_PAGES_MAX, PARAGRAPH_CHARS } from '@lectern/contracts/understanding';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { NumberField } from '../../parts/number-field';
import { useAddExtract } from './strategy-changes';
import { type ExtractDraft, extractConfigOf, extractDraftOf, hasKeys } from './strategy-draft';
import { StrategyModelField, StrategyName, StrategyRules } from './strategy-fields';

const CALLS_MAX = 32;

interface ExtractDialogProps {
  readonly kbid: string;
  /** The strategy that a new one begins with. */
  readonly begun: ExtractStrategy;
  readonly onClose: () => void;
}

/** A dialog that adds an extract strategy. */
export function ExtractDialog(props: ExtractDialogProps) {
  const { t } = useTranslation(['strategies', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={props.onClose} title={t('extract.new')} size="lg" closeButtonProps={close}>
      <ExtractForm {...props} />
    </Modal>
  );
}

function ExtractForm({ kbid, begun, onClose }: ExtractDialogProps) {
  const { t } = useTranslation('strategies');
  const [draft, setDraft] = useState(() => extractDraftOf(begun));
  const change = (part: Partial<ExtractDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { mutate, isPending, error } = useAddExtract(kbid);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('added'));
      onClose();
    };
    if (!isPending && draft.name.trim() !== '') mutate(extractConfigOf(draft), { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {begun.name !== undefined && <Text size="sm">{t('form.copied')}</Text>}
        {hasKeys(begun) && <Text size="sm">{t('form.keyless')}</Text>}
        <StrategyName value={draft.name} onChange={(name) => change({ name })} />
        <SeeingFields kbid={kbid} draft={draft} change={change} />
        <Checkbox
          label={t('form.withHidden')}
          description={t('form.withHiddenHint')}
          checked={draft.withHidden}
          onChange={(event) => change({ withHidden: event.currentTarget.checked })}
        />
        <NumberField
          label={t('form.paragraph')}
          hint={t('form.paragraphHint')}
          placeholder={t('form.usual')}
          value={draft.paragraphMax}
          onChange={(paragraphMax) => change({ paragraphMax })}
          {...PARAGRAPH_CHARS}
        />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('form.add')}
        </FormEnd>
      </Stack>
    </form>
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
