// Plain JavaScript that imports nothing: `npm run bench -- --help` prints it on a clone without packages, by any Node.

export const HELP = `npm run bench -- [options]
npm run bench -- --compare BASE [HEAD] [options]

  --orders N          orders in the data set, 20,000 to 5,000,000 (default 200,000; it is generated once a day, which takes a while)
  --quick             20,000 orders, targets a to c, installs nothing, divides 50 seconds among the workloads (--seconds has no effect)
  --json FILE         writes { workload, target, rate, p50_ms, p99_ms, cpu_ms_per_request, ratio_to_baseline } rows
  --workload TEXT     only workloads whose name contains it, such as "one order"; "memory under full load" is not in a quick run
  --targets LIST      only these, letters separated by commas; the baseline always runs:
                      a hand-written SQL (the baseline), b this server, c plain graphql-js, d graphql-yoga, e sofa-api, f PostGraphile 5
  --seconds N         how long each target is loaded with each workload (default 9)

  --compare BASE      the gate: whether any workload takes more than 10 % more processor time in HEAD (a commit; by default the work
                      tree as it is) than in BASE. Rounds of both alternate until an interval of 99 % or more is narrow enough.
                      Exits with 0 if none does, 1 if one does (and at any error), 2 if the limit of rounds did not suffice to decide.
    --seconds N       the limit: how long each of up to three starts of a commit is loaded with each workload (default 60)
    --set NAME=VALUE  a setting of HEAD alone; repeatable. With the same commit twice, this measures a setting
    --quick           20,000 orders
    --json FILE       writes { base, head, orders, confidence, workloads: [{ workload, verdict, ratio, low, high, pairs, … }] }
    --orders, --workload   as above`;
