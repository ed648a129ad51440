import { useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../api/queries';
import { type Arrival, arrivedWith } from '../../session/arrival';
import { beginSignIn, type Credential, isReturn, sessionQuery, signIn } from '../../session/session';

/** Signs in, at once with what the address brought, and goes to where the person wanted to be. */
export function useSignIn() {
  const router = useRouter();
  const { from = '/boxes' } = useSearch({ from: '/sign-in' });
  const [refusal, setRefusal] = useState<string>();
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
    const arrival: Arrival | undefined = arrivedWith();
    if (!arrival) return;
    if ('credential' in arrival) mutate(arrival.credential);
    else setRefusal(arrival.refusal);
  }, [mutate]);
  return { ...mutation, refusal };
}

/** Leaves for the pages where people sign in. */
export function useLeave() {
  const { from } = useSearch({ from: '/sign-in' });
  return useMutation({
    mutationFn: () => beginSignIn(from),
    onSuccess: (location) => window.location.assign(location),
  });
}
