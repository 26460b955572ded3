import {
  addCiIdentity,
  addPublishKey,
  declinePromotion,
  endCanary,
  endOverride,
  endPreview,
  exchangeCiToken,
  getAreaTrouble,
  getBuild,
  grantOverride,
  killArea,
  listAreaMembers,
  listAreaNames,
  listAreas,
  listCiIdentities,
  listPublishers,
  makePublishToken,
  pinBuild,
  promoteBuild,
  publishBuild,
  removeAreaMember,
  removeCiIdentity,
  reportAreaEvents,
  resolveAreas,
  retireArea,
  retirePublishKey,
  reviveArea,
  revokePublishKey,
  revokePublishToken,
  rollBackArea,
  setAreaApproval,
  setAreaMember,
  setCanary,
  setReleaseNote,
  startPreview,
  unpinBuild,
} from '@tollgate/contract';
import * as approvals from '../../modules/areas/area-approvals.ts';
import * as ci from '../../modules/areas/area-ci.ts';
import { download } from '../../modules/areas/area-download.ts';
import * as areas from '../../modules/areas/area-list.ts';
import * as overrides from '../../modules/areas/area-overrides.ts';
import * as previews from '../../modules/areas/area-previews.ts';
import { publish } from '../../modules/areas/area-publish.ts';
import { retire } from '../../modules/areas/area-retirement.ts';
import * as rights from '../../modules/areas/area-rights.ts';
import * as channels from '../../modules/areas/area-rollout.ts';
import { report } from '../../modules/areas/area-telemetry.ts';
import { putNote, readTrouble } from '../../modules/areas/area-trouble.ts';
import * as publishers from '../../modules/areas/publishers.ts';
import type { Serve } from '../serve.ts';

export function areaRoutes(serve: Serve): void {
  serve(publishBuild, publish);
  serve(getBuild, download);
  serve(reportAreaEvents, report);

  serve(listAreas, areas.list);
  serve(listAreaNames, areas.listNames);
  serve(resolveAreas, areas.resolve);
  serve(getAreaTrouble, readTrouble);
  serve(setReleaseNote, putNote);
  serve(promoteBuild, channels.promote);
  serve(setAreaApproval, approvals.setApproval);
  serve(declinePromotion, approvals.decline);
  serve(setCanary, channels.canary);
  serve(endCanary, channels.stopCanary);
  serve(rollBackArea, channels.rollBack);
  serve(killArea, channels.kill);
  serve(reviveArea, channels.revive);
  serve(retireArea, retire);
  serve(pinBuild, channels.pin);
  serve(unpinBuild, channels.unpin);

  serve(grantOverride, overrides.grant);
  serve(endOverride, overrides.end);
  serve(startPreview, previews.start);
  serve(endPreview, previews.end);

  serve(listPublishers, publishers.list);
  serve(addPublishKey, publishers.addKey);
  serve(retirePublishKey, publishers.retireKey);
  serve(revokePublishKey, publishers.revokeKey);
  serve(makePublishToken, publishers.makeToken);
  serve(revokePublishToken, publishers.revokeToken);

  serve(listAreaMembers, rights.list);
  serve(setAreaMember, rights.set);
  serve(removeAreaMember, rights.remove);

  serve(listCiIdentities, ci.list);
  serve(addCiIdentity, ci.add);
  serve(removeCiIdentity, ci.remove);
  serve(exchangeCiToken, ci.exchange);
}
