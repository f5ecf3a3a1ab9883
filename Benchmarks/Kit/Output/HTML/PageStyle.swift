// How pages look: one style sheet, light or dark as the reader's system is.

enum PageStyle {
    static let css = """
        :root { color-scheme: light dark; --ground: #fff; --text: #1b1f24; --faint: #59626d; --rule: #d9dee4;
          --band: #eef1f4; --box: #cfe0f2; --mark: #0b62a8; --slower: #b33c00; --faster: #00629b; --unsure: #7a5b00;
          --same: #59626d; }
        @media (prefers-color-scheme: dark) { :root { --ground: #14171a; --text: #e6e9ec; --faint: #a0a9b3;
          --rule: #363c43; --band: #22272c; --box: #23425f; --mark: #7dbcf5; --slower: #ff9d66; --faster: #73c2ff;
          --unsure: #e5bf55; --same: #a0a9b3; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--ground); color: var(--text);
          font: 16px/1.45 system-ui, sans-serif; }
        h1 { font-size: 1.5rem; margin: .5rem 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.2rem; margin: 2.2rem 0 .4rem; border-bottom: 1px solid var(--rule); }
        h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
        p, li { max-width: 48rem; overflow-wrap: anywhere; }
        .faint, .note, footer, .card p { color: var(--faint); }
        .note { font-size: .85rem; margin: .2rem 0 .6rem; }
        .row { display: grid; grid-template-columns: 17rem minmax(0, 1fr) 12.5rem; column-gap: .8rem;
          align-items: center; min-height: 1.5rem; font-size: .85rem; }
        .row .name { overflow-wrap: anywhere; }
        .row .value { font-variant-numeric: tabular-nums; text-align: right; }
        .row .plot { margin: 0 1.4rem; position: relative; }
        .row .plot svg { display: block; overflow: visible; }
        .axis { color: var(--faint); font-size: .75rem; border-bottom: 1px solid var(--rule); align-items: end; }
        .axis .plot { height: 1.2rem; }
        .axis .plot span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
        .grid { stroke: var(--rule); stroke-width: 1; vector-effect: non-scaling-stroke; fill: none; }
        .grid.one { stroke: var(--faint); }
        .box { fill: var(--box); }
        .band { fill: var(--band); }
        .median { stroke: var(--text); stroke-width: 2; vector-effect: non-scaling-stroke; }
        .dots { stroke: var(--mark); stroke-opacity: .6; stroke-width: 5; stroke-linecap: round; fill: none;
          vector-effect: non-scaling-stroke; }
        .dots.beyond { stroke: var(--slower); stroke-opacity: 1; }
        .dots.runs { stroke-opacity: 1; stroke-width: 6; }
        .line { stroke: var(--mark); stroke-width: 1.5; fill: none; vector-effect: non-scaling-stroke; }
        .interval { stroke: var(--mark); stroke-width: 2; }
        .point { fill: var(--mark); }
        .regressed { --mark: var(--slower); } .improved { --mark: var(--faster); }
        .inconclusive { --mark: var(--unsure); } .same { --mark: var(--same); }
        .verdict { color: var(--mark); font-weight: 600; white-space: nowrap; }
        .shape { fill: var(--mark); stroke: var(--mark); stroke-width: 1.5; }
        .inconclusive .shape { fill: var(--ground); }
        .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .8rem; }
        .card { margin: 0; border: 1px solid var(--rule); border-radius: 4px; padding: .5rem .7rem; font-size: .8rem;
          min-width: 0; }
        .card figcaption { overflow-wrap: anywhere; font-weight: 600; }
        .card p { margin: 0; font-size: .75rem; }
        .card .frame { padding-left: 4.4rem; position: relative; margin: .3rem 0; font-size: .72rem; }
        .card .frame span { position: absolute; left: 0; color: var(--faint); }
        .card .top { top: 0; } .card .bottom { bottom: 0; }
        .card svg { display: block; overflow: visible; }
        .table { overflow-x: auto; }
        table { border-collapse: collapse; font-size: .8rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        th.said, td.said { text-align: left; }
        td.said { white-space: normal; min-width: 14rem; }
        tbody th { font-weight: 400; }
        details { margin: 1rem 0; } summary { cursor: pointer; font-weight: 600; }
        code { font-size: .85em; overflow-wrap: anywhere; }
        footer { margin-top: 2.5rem; border-top: 1px solid var(--rule); font-size: .85rem; }
        @media (max-width: 48rem) {
          .row { grid-template-columns: minmax(0, 1fr) auto; padding: .3rem 0; }
          .row .plot { grid-column: 1 / -1; grid-row: 2; }
          .row.axis .name { grid-column: 1 / -1; }
        }
        """
}
