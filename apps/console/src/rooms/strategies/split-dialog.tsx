import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { PARAGRAPH_CHARS, type SplitStrategy, SPLITTER_CHARS_MAX } from '@lectern/contracts/understanding';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { NumberField } from '../../parts/number-field';
import { useAddSplit } from './strategy-changes';
import { hasKeys, type SplitDraft, type SplitKind, splitConfigOf, splitDraftOf } from './strategy-draft';
import { StrategyModelField, StrategyName, StrategyRules } from './strategy-fields';

const kinds = ['usual', 'text', 'model'] as const;

interface SplitDialogProps {
  readonly kbid: string;
  /** The strategy that a new one begins with. */
  readonly begun: SplitStrategy;
  readonly onClose: () => void;
}

/** A dialog that adds a split strategy. */
export function SplitDialog(props: SplitDialogProps) {
  const { t } = useTranslation(['strategies', 'shell']);
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={props.onClose} title={t('split.new')} size="lg" closeButtonProps={close}>
      <SplitForm {...props} />
    </Modal>
  );
}

function SplitForm({ kbid, begun, onClose }: SplitDialogProps) {
  const { t } = useTranslation('strategies');
  const [draft, setDraft] = useState(() => splitDraftOf(begun));
  const change = (part: Partial<SplitDraft>) => setDraft((before) => ({ ...before, ...part }));
  const { mutate, isPending, error } = useAddSplit(kbid);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('added'));
      onClose();
    };
    if (!isPending && draft.name.trim() !== '') mutate(splitConfigOf(draft), { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {begun.name !== undefined && <Text size="sm">{t('form.copied')}</Text>}
        {hasKeys(begun) && <Text size="sm">{t('form.keyless')}</Text>}
        <StrategyName value={draft.name} onChange={(name) => change({ name })} />
        <WaysToCut kind={draft.kind} onKind={(kind) => change({ kind })} />
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

interface WaysToCutProps {
  readonly kind: SplitKind;
  readonly onKind: (kind: SplitKind) => void;
}

function WaysToCut({ kind: chosen, onKind }: WaysToCutProps) {
  const { t } = useTranslation('strategies');
  return (
    <Radio.Group label={t('form.cuts')} value={chosen}>
      <Stack gap="xs" mt={4}>
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`form.cut.${kind}`)}
            description={t(`form.cutHint.${kind}`)}
            onChange={() => onKind(kind)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
