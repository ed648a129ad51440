import { Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core';
import { FileAddedIcon, FileDirectoryIcon, UploadIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { addFiles } from './dropped';

/** Buttons for files and for a folder; the sentence above them says that dropping them works, too. */
export function PickFiles({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('adding');
  const add = (files: readonly File[]) => addFiles(kbid, files);
  return (
    <Paper withBorder p="lg" className="pick-files">
      <Stack align="center" gap="sm">
        <UploadIcon size={40} aria-hidden />
        <Text ta="center">{t('drop')}</Text>
        <Group justify="center" gap="xs">
          <FileButton multiple onChange={add} inputProps={{ 'aria-label': t('files') }}>
            {(props) => (
              <Button {...props} leftSection={<FileAddedIcon size={18} aria-hidden />}>
                {t('files')}
              </Button>
            )}
          </FileButton>
          <FileButton multiple onChange={add} inputProps={{ webkitdirectory: '', 'aria-label': t('folder') }}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<FileDirectoryIcon size={18} aria-hidden />}>
                {t('folder')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </Paper>
  );
}
