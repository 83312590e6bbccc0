import type { ResultOf, TadaDocumentNode, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { made } from '#lib/made.ts';
import { post, readAnswer } from '#lib/send.ts';

const URL = '/crew/graphql';

const CrewDayQuery = graphql(`
  query CrewDay @executed {
    crewDay {
      personId
      organizationId
      name
      organization
      now
      sessionEndsAt
      jobs {
        id: jobId
        digest
        appointment
        isSeen
        isChanged
        isWithdrawn
        task
        title
        city
        day
        timeZone
        startsAt
        endsAt
        isEstimated
        hidesGuestsAt
        guests
        place {
          address
          latitude
          longitude
        }
        leader {
          name
          phoneCountryCode
          phoneNumber
          whatsappNumber
        }
        needs {
          key
          amount
        }
        notes
        state
        reason
        stateAt
      }
    }
  }
`);

const ExchangeCrewLinkMutation = graphql(`
  mutation ExchangeCrewLink($token: String!) {
    exchangeCrewLink(token: $token) { expiresAt }
  }
`);

const SetCrewStatesMutation = graphql(`
  mutation SetCrewStates($actions: [CrewActionInput!]!) {
    setCrewStates(actions: $actions) {
      results {
        id: actionId
        outcome
      }
    }
  }
`);

const MarkCrewJobsSeenMutation = graphql(`
  mutation MarkCrewJobsSeen($jobs: [SeenCrewJob!]!) {
    markCrewJobsSeen(jobs: $jobs) { count }
  }
`);

const SignOutCrewMutation = graphql(`
  mutation SignOutCrew {
    signOutCrew { isDone }
  }
`);

const CreateOwnCrewCalendarMutation = graphql(`
  mutation CreateOwnCrewCalendar {
    createOwnCrewCalendar { url }
  }
`);

const CrewNewsSubscription = graphql(`
  subscription CrewNews {
    crewNews {
      orders
    }
  }
`);

export type CrewDay = ResultOf<typeof CrewDayQuery>['crewDay'];
export type CrewJob = CrewDay['jobs'][number];
export type CrewState = CrewJob['state'];
export type CrewAction = VariablesOf<typeof SetCrewStatesMutation>['actions'][number];
export type ActionResult = NonNullable<ResultOf<typeof SetCrewStatesMutation>['setCrewStates']['results']>[number];

const send = async <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) =>
  readAnswer(document, await post(URL, { 'x-lang': globalThis.document.documentElement.lang }, document, variables));

export const readDay = async (): Promise<CrewDay> => (await send(CrewDayQuery, {})).crewDay;
export const exchangeLink = (token: string) => send(ExchangeCrewLinkMutation, { token });
export const sendActions = async (actions: CrewAction[]) =>
  made((await send(SetCrewStatesMutation, { actions })).setCrewStates.results);
export const markSeen = (jobs: { id: string; digest: string }[]) => send(MarkCrewJobsSeenMutation, { jobs });
export const createCalendar = async () =>
  made((await send(CreateOwnCrewCalendarMutation, {})).createOwnCrewCalendar.url);
export const signOut = () => send(SignOutCrewMutation, {});

/** Calls `refresh` when jobs changed and when changes may have been missed, also because the session ended, until the returned function is called. */
export async function watchJobs(refresh: () => void): Promise<() => void> {
  const { watch } = await import('#lib/live/watch.ts');
  return watch(CrewNewsSubscription, {}, { onNews: refresh, onConnected: refresh, onLost: refresh }, URL);
}
