import { Modal, Stack, Text } from '@mantine/core';
import { PARAGRAPH_CHARS } from '@lectern/contracts/understanding';
import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { NumberField } from '../../parts/number-field';
import { hasKeys } from './strategy-draft';
import { StrategyName } from './strategy-fields';

/** What drafts of all strategies have. */
interface Draft {
  readonly name: string;
  readonly paragraphMax: number | undefined;
}

interface StrategyDialogProps<S, D extends Draft> {
  readonly title: string;
  /** The strategy that a new one begins with. */
  readonly begun: S;
  readonly draft: D;
  readonly change: (part: Partial<Draft>) => void;
  readonly configOf: (draft: D) => S;
  readonly addition: {
    mutate(config: S, options: { readonly onSuccess: () => void }): void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
  readonly onClose: () => void;
  /** Between its name and the length of its passages. */
  readonly children: ReactNode;
}

/** A dialog that adds a strategy. */
export function StrategyDialog<S extends { readonly name?: string | null }, D extends Draft>(
  props: StrategyDialogProps<S, D>,
) {
  const { title, begun, draft, change, configOf, addition, onClose, children } = props;
  const { t } = useTranslation(['strategies', 'shell']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('added'));
      onClose();
    };
    if (!addition.isPending && draft.name.trim() !== '') addition.mutate(configOf(draft), { onSuccess });
  };
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={close}>
      <form onSubmit={submit}>
        <Stack>
          {begun.name !== undefined && <Text size="sm">{t('form.copied')}</Text>}
          {hasKeys(begun) && <Text size="sm">{t('form.keyless')}</Text>}
          <StrategyName value={draft.name} onChange={(name) => change({ name })} />
          {children}
          <NumberField
            label={t('form.paragraph')}
            hint={t('form.paragraphHint')}
            placeholder={t('form.usual')}
            value={draft.paragraphMax}
            onChange={(paragraphMax) => change({ paragraphMax })}
            {...PARAGRAPH_CHARS}
          />
          <FormEnd error={addition.error} isBusy={addition.isPending} onCancel={onClose}>
            {t('form.add')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
