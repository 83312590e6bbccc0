import { queryOptions } from '@tanstack/react-query';
import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '#lib/graphql.ts';
import { type Send, send } from '#lib/send.ts';

const DispatchRulesQuery = graphql(`
  query DispatchRules @executed {
    dispatchRules {
      organizationId
      guideMinutes
      transferMinutes
      travelSpeed
      travelMargin
      penaltyUnit
      usual {
        guideMinutes
        transferMinutes
        travelSpeed
        travelMargin
        penaltyUnit
      }
      travelTimes {
        from {
          id: databaseId
          name
        }
        to {
          id: databaseId
          name
        }
        minutes
      }
      mayChange
    }
    catalogueCities {
      id: databaseId
      name
      country {
        name
      }
    }
  }
`);

const ChangeDispatchRulesMutation = graphql(`
  mutation ChangeDispatchRules($organizationId: SafeInt!, $input: DispatchRulesInput!) {
    changeDispatchRules(organizationId: $organizationId, input: $input) {
      rules {
        organizationId
      }
    }
  }
`);

export type RulesPage = ResultOf<typeof DispatchRulesQuery>;
export type Rules = RulesPage['dispatchRules'][number];
export type TravelTime = Rules['travelTimes'][number];
export type City = RulesPage['catalogueCities'][number];
export type RulesInput = VariablesOf<typeof ChangeDispatchRulesMutation>['input'];

/** The rules of the viewer's organizations, and the cities to choose from. */
export const rulesQuery = (by: Send = send) =>
  queryOptions({
    queryKey: ['dispatch', 'rules'],
    queryFn: ({ signal }) => by(DispatchRulesQuery, {}, signal),
  });

export const changeRules = (organizationId: number, input: RulesInput) =>
  send(ChangeDispatchRulesMutation, { organizationId, input });
