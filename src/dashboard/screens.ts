import type { Facts } from '../commands/dashboard-facts.ts';
import type { Json } from '../domain/json.ts';
import type { Line } from './line.ts';
import { drawListing } from './list-screen.ts';
import type { Listing } from './listing.ts';
import { remembering } from './memo.ts';
import { type Place, placeOf, type Ui, type ViewName } from './ui.ts';
import { graphIn, graphListing } from './views/graph.ts';
import { journalListing } from './views/journal.ts';
import { memoriesListing, rankedIn } from './views/memories.ts';
import { drawOverview, type Room } from './views/overview.ts';
import { type OverviewFacts, overviewOf } from './views/overview-facts.ts';
import { reviewListing } from './views/review.ts';
import { skillsListing } from './views/skills.ts';
import { workflowsListing } from './views/workflows.ts';

/** The views over one home. What was computed for a state of the home is kept until it changes. */
export interface Screens {
  /** What a view lists; undefined for the overview, which is no list. */
  listing(facts: Facts, view: ViewName, place: Place): Listing | undefined;
  /** The body of the view that is shown. */
  draw(facts: Facts, ui: Ui, room: Room): readonly Line[];
  overview(facts: Facts): OverviewFacts;
  /** A view as data. */
  data(facts: Facts, view: ViewName): Json;
}

type ListView = Exclude<ViewName, 'overview'>;

/** Views that remember what they computed; one for each program. */
export function createScreens(): Screens {
  const ranked = remembering(rankedIn);
  const graph = remembering(graphIn);
  const overview = remembering(overviewOf);
  const lists: Readonly<
    Record<ListView, (facts: Facts, typed: string, centre: string | undefined) => Listing>
  > = {
    memories: remembering((facts, typed) => memoriesListing(facts, ranked(facts), typed)),
    review: remembering((facts, typed) => reviewListing(facts, typed)),
    skills: remembering((facts, typed) => skillsListing(facts, typed)),
    workflows: remembering((facts, typed) => workflowsListing(facts, typed)),
    journal: remembering((facts, typed) => journalListing(facts, typed)),
    graph: remembering((facts, typed, centre) =>
      graphListing(facts, graph(facts), centre === undefined ? { typed } : { typed, centre }),
    ),
  };
  const listing: Screens['listing'] = (facts, view, { filter, trail }) =>
    view === 'overview' ? undefined : lists[view](facts, filter, trail.at(-1));
  return {
    listing,
    overview,
    draw: (facts, ui, room) => {
      const list = listing(facts, ui.view, placeOf(ui));
      return list ? drawListing(list, placeOf(ui), room) : drawOverview(overview(facts), facts, room);
    },
    data: (facts, view) => {
      const list = listing(facts, view, { at: 0, filter: '', scroll: 0, isWhole: false, trail: [] });
      return list ? list.data() : overviewData(overview(facts));
    },
  };
}

/** The first view as data: what it shows, without what only other views need. */
function overviewData({ learned, skills, outlook, ...rest }: OverviewFacts): Json {
  const plain = {
    ...rest,
    learned: learned.map(({ id, entityType, summary, admittedAt }) => ({
      id,
      entityType,
      summary,
      admittedAt,
    })),
    fading: outlook.falling,
    faded: outlook.faded.length,
    skills: skills.map(({ id, status, version }) => ({ id, status, version })),
  };
  return JSON.parse(JSON.stringify(plain));
}
