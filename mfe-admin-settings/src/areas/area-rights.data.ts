import { useAction, useData } from '@tollgate/api-client';
import {
  listAreaMembers,
  listPublishers,
  makePublishToken,
  type Output,
  removeAreaMember,
  revokePublishToken,
  setAreaMember,
} from '@tollgate/contract';

export type AreaMember = Output<typeof listAreaMembers>[number];
export type DeployToken = Output<typeof listPublishers>['tokens'][number];

/** Users and deploy tokens with rights for one area. */
export function useRightsOf(areaId: string) {
  const members = useData(listAreaMembers, { id: areaId });
  const publishers = useData(listPublishers, {});
  return {
    members: members.data,
    tokens: publishers.data?.tokens.filter(({ area }) => area === areaId),
    error: members.error ?? publishers.error,
    retry: () => Promise.all([members.mutate(), publishers.mutate()]),
  };
}

export function useAreaRights() {
  return {
    setMember: useAction(setAreaMember, { refresh: [listAreaMembers] }).run,
    removeMember: useAction(removeAreaMember, { refresh: [listAreaMembers] }).run,
    makeToken: useAction(makePublishToken, { refresh: [listPublishers] }).run,
    revokeToken: useAction(revokePublishToken, { refresh: [listPublishers] }).run,
  };
}
