import { Modal, NativeSelect, Stack } from '@mantine/core';
import type { LearningConfigurationRecord, LearningSchema } from '@lectern/contracts/understanding';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { keyFields, keysOf, keyTexts, providerTitle } from '../../parts/model-keys/key-fields';
import { KeyMembers } from '../../parts/model-keys/key-members';
import { storedKeys, useSaveKeys } from './save-keys';

interface KeyDialogProps {
  readonly kbid: string;
  readonly record: LearningConfigurationRecord;
  readonly schema: LearningSchema;
  /** Null: it is to be chosen. */
  readonly provider: string | null;
  readonly onClose: () => void;
}

/** A dialog that stores the keys of a provider. */
export function KeyDialog(props: KeyDialogProps) {
  const { t } = useTranslation(['models', 'shell']);
  const { schema, provider, onClose } = props;
  const schemas = schema.user_keys.schemas;
  const [chosen, setChosen] = useState(provider ?? Object.keys(schemas)[0] ?? '');
  const title =
    provider === null ? t('keys.add') : t('keys.changeOf', { title: providerTitle(provider, schemas[provider]) });
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <Stack>
        {provider === null && (
          <NativeSelect
            label={t('keys.provider')}
            data={Object.entries(schemas).map(([value, one]) => ({ value, label: providerTitle(value, one) }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <KeyForm key={chosen} {...props} provider={chosen} />
      </Stack>
    </Modal>
  );
}

function KeyForm({ kbid, record, schema, provider, onClose }: KeyDialogProps & { readonly provider: string }) {
  const { t } = useTranslation('models');
  const stored = storedKeys(record)[provider];
  const [fields] = useState(() => keyFields(schema.user_keys.schemas[provider]));
  const [texts, setTexts] = useState(() => keyTexts(fields, stored));
  const { mutate, isPending, error } = useSaveKeys(kbid, record, () => {
    notify(t('keys.saved'));
    onClose();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ provider, keys: keysOf(fields, texts, stored) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <KeyMembers fields={fields} stored={stored} texts={texts} onChange={setTexts} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('keys.save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
