export { type BuiltArea, readBuiltArea } from './built-area.ts';
export { callGateway, type Environment, type Gateway, type Send } from './call-gateway.ts';
export { CommandError } from './command-error.ts';
export { commandHelp, runAreaCommand } from './commands.ts';
export { findFaults, nodeBuildTools } from './find-faults.ts';
export { findManifestFaults, findSourceFaults } from './manifest-faults.ts';
export { didYouMean } from './similar-name.ts';
