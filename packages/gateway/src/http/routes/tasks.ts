import {
  getDrawingBars,
  getOwnDrawingBars,
  getOwnTaskBars,
  getTaskBars,
  listDrawings,
  listOwnDrawings,
  listOwnTasks,
  listTasks,
  pageDrawings,
  pageOwnDrawings,
  pageOwnTasks,
  pageTasks,
} from '@tollgate/contract';
import * as drawings from '../../modules/usage/drawings.ts';
import * as tasks from '../../modules/usage/tasks.ts';
import * as bars from '../../modules/usage/work-bars.ts';
import type { Serve } from '../serve.ts';

export function taskRoutes(serve: Serve): void {
  serve(listDrawings, drawings.list);
  serve(listOwnDrawings, drawings.listOwn);
  serve(pageDrawings, drawings.page);
  serve(pageOwnDrawings, drawings.pageOwn);
  serve(getDrawingBars, bars.ofDrawings);
  serve(getOwnDrawingBars, bars.ofOwnDrawings);
  serve(listTasks, tasks.list);
  serve(listOwnTasks, tasks.listOwn);
  serve(pageTasks, tasks.page);
  serve(pageOwnTasks, tasks.pageOwn);
  serve(getTaskBars, bars.ofTasks);
  serve(getOwnTaskBars, bars.ofOwnTasks);
}
