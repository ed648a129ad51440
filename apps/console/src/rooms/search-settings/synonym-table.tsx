import { Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { synonymsQuery, useSaveSynonyms } from './search-settings-queries';

const TERM_CHARS_MAX = 200;
const SYNONYMS_CHARS_MAX = 10_000;
/** Terms that are shown at once. */
const SHOWN_MAX = 200;

type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Words of a line, separated by commas, each once. */
export function synonymsOf(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Words that mean the same in a box. */
export function SynonymTable({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(synonymsQuery(kbid));
  return (
    <Stack gap="md" maw="50rem">
      <Text size="sm">{t('synonyms.intro')}</Text>
      <Loaded query={query}>{(synonyms) => <Terms kbid={kbid} synonyms={synonyms} />}</Loaded>
    </Stack>
  );
}

function Terms({ kbid, synonyms }: { readonly kbid: string; readonly synonyms: Synonyms }) {
  const { t } = useTranslation('search-settings');
  const [term, setTerm] = useState('');
  const [words, setWords] = useState('');
  const { mutate, isPending, error } = useSaveSynonyms(kbid);
  const save = (next: Synonyms, done: string) => {
    const body = Object.fromEntries(Object.entries(next).map(([name, own]) => [name, [...own]]));
    const onSuccess = () => {
      notify(done);
      setTerm('');
      setWords('');
    };
    mutate(body, { onSuccess });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const own = synonymsOf(words);
    if (!isPending && term.trim() !== '' && own.length > 0) save({ ...synonyms, [term.trim()]: own }, t('saved'));
  };
  const remove = (gone: string) => {
    const { [gone]: _, ...others } = synonyms;
    if (!isPending) save(others, t('deleted'));
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t('synonyms.term')}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
            maxLength={TERM_CHARS_MAX}
            dir="auto"
            required
            flex="1 1 10rem"
          />
          <TextInput
            label={t('synonyms.words')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            maxLength={SYNONYMS_CHARS_MAX}
            dir="auto"
            required
            flex="2 1 16rem"
          />
          <BusyButton type="submit" isBusy={isPending}>
            {t(term.trim() in synonyms ? 'synonyms.replace' : 'synonyms.add')}
          </BusyButton>
        </Group>
      </form>
      {error && <FailureNotice error={error} />}
      <TermRows
        synonyms={synonyms}
        onEdit={(name) => {
          setTerm(name);
          setWords((synonyms[name] ?? []).join(', '));
        }}
        onRemove={remove}
      />
    </>
  );
}

interface TermRowsProps {
  readonly synonyms: Synonyms;
  readonly onEdit: (term: string) => void;
  readonly onRemove: (term: string) => void;
}

function TermRows({ synonyms, onEdit, onRemove }: TermRowsProps) {
  const { t } = useTranslation('search-settings');
  const terms = Object.entries(synonyms).sort(([one], [other]) => one.localeCompare(other));
  if (terms.length === 0) return <Text c="dimmed">{t('synonyms.none')}</Text>;
  return (
    <>
      <Table aria-label={t('tabs.synonyms')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('synonyms.term')}</Table.Th>
            <Table.Th>{t('synonyms.means')}</Table.Th>
            <Table.Th>{t('actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {terms.slice(0, SHOWN_MAX).map(([term, words]) => (
            <Table.Tr key={term}>
              <Table.Td className="content-text" dir="auto">
                {term}
              </Table.Td>
              <Table.Td className="content-text" dir="auto">
                {words.join(', ')}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('editOf', { name: term })}
                    onClick={() => onEdit(term)}
                  >
                    {t('edit')}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={t('deleteOf', { name: term })}
                    onClick={() => onRemove(term)}
                  >
                    {t('delete')}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {terms.length > SHOWN_MAX && <Text size="sm">{t('synonyms.more', { count: terms.length - SHOWN_MAX })}</Text>}
    </>
  );
}
