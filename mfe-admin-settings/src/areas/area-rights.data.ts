import { useAction, useData } from '@tollgate/api-client';
import {
  addCiIdentity,
  listAreaMembers,
  listCiIdentities,
  listPublishers,
  makePublishToken,
  type Output,
  removeAreaMember,
  removeCiIdentity,
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

/** The deploy tokens of all areas. Undefined until they are loaded. */
export function useDeployTokens(): DeployToken[] | undefined {
  return useData(listPublishers, {}).data?.tokens;
}

export function useCiIdentities(areaId: string) {
  return useData(listCiIdentities, { id: areaId });
}

export function useAreaRights() {
  return {
    setMember: useAction(setAreaMember, { refresh: [listAreaMembers] }).run,
    removeMember: useAction(removeAreaMember, { refresh: [listAreaMembers] }).run,
    makeToken: useAction(makePublishToken, { refresh: [listPublishers] }).run,
    addCi: useAction(addCiIdentity, { refresh: [listCiIdentities] }).run,
    removeCi: useAction(removeCiIdentity, { refresh: [listCiIdentities] }).run,
    revokeToken: useAction(revokePublishToken, { refresh: [listPublishers] }).run,
  };
}
