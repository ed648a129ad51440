import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queries } from '../../api/queries';
import { linkCode } from '../../session/link-code';
import { type Credential, isReturn, sessionQuery, signIn } from '../../session/session';

/** Signs in, by the code of a link at once if there is one, and goes to where the person wanted to be. */
export function useSignIn() {
  const router = useRouter();
  const { from = '/boxes' } = useSearch({ from: '/sign-in' });
  const mutation = useMutation({
    mutationFn: (credential: Credential) => signIn(credential),
    onSuccess: (session) => {
      // Cached data of another person must not be shown; the same person continues.
      if (isReturn(session)) void queries.invalidateQueries();
      else queries.clear();
      queries.setQueryData(sessionQuery.queryKey, session);
      router.history.replace(from);
    },
  });
  const { mutate } = mutation;
  useEffect(() => {
    const code = linkCode();
    if (code !== undefined) mutate({ code });
  }, [mutate]);
  return mutation;
}
