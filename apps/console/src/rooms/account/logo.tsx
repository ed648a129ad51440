import { FileButton, Group, Image, Stack, Text } from '@mantine/core';
import { OrganizationIcon, UploadIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { logoQuery, usePutLogo } from './account';

const TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/** The picture of an account, which owners replace. */
export function Logo({ account, isOwned }: { readonly account: string; readonly isOwned: boolean }) {
  const { t } = useTranslation('account');
  const { mutate, isPending, error } = usePutLogo(account);
  const put = (file: File | null) => file && mutate(file, { onSuccess: () => notify(t('logo.saved')) });
  return (
    <Stack gap="xs">
      <Group>
        <Picture account={account} />
        {isOwned && (
          <Stack gap={4}>
            <FileButton accept={TYPES} onChange={put} inputProps={{ 'aria-label': t('logo.choose') }}>
              {(props) => (
                <BusyButton
                  {...props}
                  variant="default"
                  isBusy={isPending}
                  leftSection={<UploadIcon size={16} aria-hidden />}
                >
                  {t('logo.choose')}
                </BusyButton>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              {t('logo.hint')}
            </Text>
          </Stack>
        )}
      </Group>
      {error && <FailureNotice error={error} title={t('logo.failed')} />}
    </Stack>
  );
}

function Picture({ account }: { readonly account: string }) {
  const { t } = useTranslation('account');
  const { data } = useQuery(logoQuery(account));
  const source = useAddress(data);
  return source === undefined ? (
    <OrganizationIcon size={48} aria-hidden />
  ) : (
    <Image src={source} alt={t('logo.alt')} w={96} h={96} fit="contain" radius="md" />
  );
}

/** Address of bytes, as long as they are shown. */
function useAddress(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [blob]);
  return address;
}
