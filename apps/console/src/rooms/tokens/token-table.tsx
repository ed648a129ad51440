import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { PersonalTokenList } from '@lectern/contracts/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { OneLine } from '../../parts/one-line';
import { Time } from '../../parts/quantity';
import { useDeleteToken } from './own-tokens';

type Token = PersonalTokenList['tokens'][number];

/** Tokens, and the way to delete one. */
export function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const { t } = useTranslation('tokens');
  const [deleted, setDeleted] = useState<Token>();
  return (
    <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('token.description')}</Table.Th>
            <Table.Th>{t('token.expires')}</Table.Th>
            <Table.Th>{t('token.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td maw="24rem">
                <OneLine>{token.description}</OneLine>
              </Table.Td>
              <Table.Td>{token.expires ? <Time at={token.expires} /> : t('token.never')}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('token.deleteOf', { name: token.description })}
                  onClick={() => setDeleted(token)}
                >
                  {t('token.delete')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Deletion token={deleted} onClose={() => setDeleted(undefined)} />
    </Table.ScrollContainer>
  );
}

interface DeletionProps {
  /** The token to delete; none while the dialog is closed. */
  readonly token: Token | undefined;
  readonly onClose: () => void;
}

function Deletion({ token, onClose }: DeletionProps) {
  const { t } = useTranslation(['tokens', 'shell']);
  const { mutate, isPending, error } = useDeleteToken();
  const remove = ({ id }: Token) => {
    const onSuccess = () => {
      notify(t('token.deleted'));
      onClose();
    };
    mutate(id, { onSuccess });
  };
  const close = { 'aria-label': t('shell:close') };
  return (
    <Modal opened={token !== undefined} onClose={onClose} title={t('token.deleteTitle')} closeButtonProps={close}>
      {token && (
        <Stack>
          <OneLine fw={600}>{token.description}</OneLine>
          <Text>{t('token.deleteText')}</Text>
          {error && <FailureNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('shell:cancel')}
            </Button>
            <BusyButton color="red" isBusy={isPending} onClick={() => remove(token)}>
              {t('token.delete')}
            </BusyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
